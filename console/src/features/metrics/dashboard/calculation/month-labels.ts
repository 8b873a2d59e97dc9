import { addMonths, monthName, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';

export interface MonthSpan {
  first: YearMonth;
  last: YearMonth;
}

/** Groups sorted months into spans of consecutive months. */
function spansOf(months: readonly YearMonth[]): MonthSpan[] {
  const spans: MonthSpan[] = [];
  for (const month of months) {
    const open = spans.at(-1);
    if (open && addMonths(open.last, 1) === month) open.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans;
}

/** 'October', or 'October 2024' if its year is not the `defaultYear` one. */
export const monthLabel = (month: YearMonth, defaultYear: number): string => {
  const name = monthName(Number(month.slice(5, 7)));
  return Number(month.slice(0, 4)) === defaultYear ? name : `${name} ${month.slice(0, 4)}`;
};

export const listText = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : (items[0] ?? '');

const yearOf = (month: YearMonth): number => Number(month.slice(0, 4));

/** Names of a span's first and last month; a year that they share is named once. */
function endsOf({ first, last }: MonthSpan, defaultYear: number): string[] {
  if (first === last) return [monthLabel(last, defaultYear)];
  const shared = yearOf(first) === yearOf(last);
  return [monthLabel(first, shared ? yearOf(first) : defaultYear), monthLabel(last, shared ? defaultYear : NaN)];
}

const isPair = ({ first, last }: MonthSpan): boolean => addMonths(first, 1) === last;

/** List of months, 'May to July and September'. */
export function monthsText(months: readonly YearMonth[], defaultYear: number): string {
  return listText(
    spansOf(months).flatMap((span) =>
      isPair(span) ? endsOf(span, defaultYear) : [endsOf(span, defaultYear).join(' to ')],
    ),
  );
}

/** List of months with prepositions, 'from May to July and in September' or 'in March, May and July'. */
export function monthsPhrase(months: readonly YearMonth[], defaultYear: number): string {
  const spans = spansOf(months);
  if (spans.every((span) => span.first === span.last || isPair(span))) return `in ${monthsText(months, defaultYear)}`;
  return listText(
    spans.map((span) => {
      const ends = endsOf(span, defaultYear);
      return isPair(span) || ends.length === 1 ? `in ${listText(ends)}` : `from ${ends.join(' to ')}`;
    }),
  );
}
