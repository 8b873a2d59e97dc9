import type { DateForm } from '@plimsoll/contracts/imports/fields';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';

/** What a cell says about a moment: a day, a time of day, or both. */
export interface WrittenMoment {
  /** 'YYYY-MM-DD'. */
  readonly day: string | null;
  /** 'HH:MM'. */
  readonly time: string | null;
  /** Minutes east of UTC, where the cell names them; else the time is that of the place. */
  readonly offset: number | null;
}

const YEAR_FIRST = String.raw`(?<y>\d{4})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})`;
const dayPatterns: Readonly<Record<DateForm, string>> = {
  ISO: YEAR_FIRST,
  DAY_FIRST: String.raw`(?<d>\d{1,2})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<y>\d{4})`,
  MONTH_FIRST: String.raw`(?<m>\d{1,2})(?<s>[-/.])(?<d>\d{1,2})\k<s>(?<y>\d{4})`,
};
const TIME = String.raw`(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d{1,9})?)?(?:\s*(?<half>[ap])\.?\s?m\.?)?`;
const OFFSET = String.raw`(?:\s*(?<zone>Z|UTC|GMT|[+\-\u2212]\d{2}(?::?\d{2})?))?`;
const patternOf = (day: string) => new RegExp(`^(?:${day})(?:(?:T|,?\\s+|,)${TIME}${OFFSET})?$`, 'i');
const patterns = {
  ISO: patternOf(dayPatterns.ISO),
  DAY_FIRST: patternOf(dayPatterns.DAY_FIRST),
  MONTH_FIRST: patternOf(dayPatterns.MONTH_FIRST),
};
const TIME_ALONE = new RegExp(`^${TIME}${OFFSET}$`, 'i');
const MAX_OFFSET = 14 * 60;

/**
 * Reads a day, a time of day, or both. Days with the year first are read in every form, since date cells of workbooks
 * are written like that.
 * @returns null for anything else.
 */
export function momentIn(text: string, form: DateForm): WrittenMoment | null {
  const found = patterns[form].exec(text) ?? patterns.ISO.exec(text) ?? TIME_ALONE.exec(text);
  if (!found) return null;
  const { y, m, d, hour, minute, second, half, zone } = found.groups!;
  const day = y === undefined ? null : dayOf(Number(y), Number(m), Number(d));
  const time = hour === undefined ? null : timeOf(Number(hour), minute!, second, half);
  const offset = zone === undefined ? null : offsetOf(zone);
  const isWrong =
    (y !== undefined && day === null) || (hour !== undefined && time === null) || Number.isNaN(offset ?? 0);
  return isWrong ? null : { day, time, offset };
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

function timeOf(hour: number, minute: string, second: string | undefined, half: string | undefined): string | null {
  if (Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return of24 > 23 ? null : `${String(of24).padStart(2, '0')}:${minute}`;
}

/** NaN for an offset that no zone has. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+\-\u2212])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours === undefined) return 0;
  const offset = Number(hours) * 60 + Number(minutes);
  return offset > MAX_OFFSET || Number(minutes) > 59 ? Number.NaN : sign === '+' ? offset : -offset;
}

/** The same by the clocks of a zone. Only a day with a time and an offset is an instant; anything else is local already. */
export function inZone({ day, time, offset }: WrittenMoment, zone: string): WrittenMoment {
  if (day === null || time === null || offset === null) return { day, time, offset };
  const local = localDateTime(new Date(Date.parse(`${day}T${time}:00Z`) - offset * 60_000), zone);
  return { day: local.date, time: local.time, offset: null };
}

/** Midnight without an offset, as programs write it that have no other form for a day. */
export const isDayAlone = ({ time, offset }: WrittenMoment): boolean =>
  time === null || (time === '00:00' && offset === null);
