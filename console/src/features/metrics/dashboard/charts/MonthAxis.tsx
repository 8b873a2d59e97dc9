import { monthName, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';

/** Step between labelled months, so that labels of a width do not overlap. Each January is labelled. */
function monthStep(count: number, width: number, nameWidth: number): number {
  const room = count > 0 ? width / count : width;
  return [1, 2, 3, 6, 12].find((step) => room * step >= nameWidth) ?? 12;
}

/** Minimum distance in px between two year labels. */
const YEAR_WIDTH = 40;

interface MonthTickProps {
  x: number;
  y: number;
  month: YearMonth;
  months: readonly YearMonth[];
  width: number;
  isPhone: boolean;
}

/**
 * Axis label of a month: 'Jan', on phones 'J'. In ranges of several years the year is below each January and below the
 * first month.
 */
export function MonthTick({ x, y, month, months, width, isPhone }: MonthTickProps) {
  const step = monthStep(months.length, width, isPhone ? 13 : 30);
  const number = Number(month.slice(5, 7));
  const single = months[0]?.slice(0, 4) === months.at(-1)?.slice(0, 4);
  const isNamed = step === 1 || (single ? months.indexOf(month) % step === 0 : (number - 1) % step === 0);
  const toJanuary = (13 - number) * (months.length > 0 ? width / months.length : 0);
  const withYear = !single && (number === 1 || (month === months[0] && toJanuary >= YEAR_WIDTH));
  if (!isNamed && !withYear) return null;
  const name = monthName(number);
  return (
    <g>
      {isNamed && (
        <text x={x} y={y} textAnchor="middle">
          {isPhone ? name[0] : name.slice(0, 3)}
        </text>
      )}
      {withYear && (
        <text x={x} y={y + 16} textAnchor="middle">
          {month.slice(0, 4)}
        </text>
      )}
    </g>
  );
}
