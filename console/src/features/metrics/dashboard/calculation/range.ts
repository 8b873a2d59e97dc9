import { addMonths, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { yearMonth, type AddressOf } from '../../../../lib/url/address-fields.ts';
import { formatMonth } from '../../../../lib/format/time.ts';

/** Range in the URL. Omitted values are the API's defaults: from January of the end's year until now. */
export const rangeAddress = { from: yearMonth, to: yearMonth };
export type RangeAddress = AddressOf<typeof rangeAddress>;

export interface Range {
  from: YearMonth;
  to: YearMonth;
}

/** Five years, the most that fits into a chart. */
const MAX_MONTHS = 60;

/** Valid range for the values of a URL: a start after the end, or too long before it, is moved. */
export function rangeOf({ from, to }: RangeAddress, running: YearMonth): Range {
  const end = to ?? running;
  const begin = from ?? `${end.slice(0, 4)}-01`;
  const earliest = addMonths(end, 1 - MAX_MONTHS);
  if (begin > end) return { from: end, to: end };
  return { from: begin < earliest ? earliest : begin, to: end };
}

/** Shortest URL state for a range. */
export function addressOf({ from, to }: Range, running: YearMonth): RangeAddress {
  const shortTo = to === running ? undefined : to;
  return { to: shortTo, from: from === `${to.slice(0, 4)}-01` ? undefined : from };
}

export interface RangeChoice {
  label: string;
  range: Range;
}

/** Preset ranges. */
export function presetRanges(running: YearMonth): RangeChoice[] {
  const year = Number(running.slice(0, 4));
  return [
    { label: 'This year so far', range: { from: `${year}-01`, to: running } },
    { label: 'Last 12 months', range: { from: addMonths(running, -11), to: running } },
    { label: 'Last 24 months', range: { from: addMonths(running, -23), to: running } },
    { label: `Last year, ${year - 1}`, range: { from: `${year - 1}-01`, to: `${year - 1}-12` } },
  ];
}

/** 'Jan 2026 – Nov 2026' */
export const rangeText = ({ from, to }: Range): string =>
  from === to
    ? formatMonth(from, { short: true })
    : `${formatMonth(from, { short: true })} – ${formatMonth(to, { short: true })}`;

/** 'January 2026 to now' */
export const rangeSentence = ({ from, to }: Range, running: YearMonth): string =>
  from === to ? formatMonth(from) : `${formatMonth(from)} to ${to === running ? 'now' : formatMonth(to)}`;
