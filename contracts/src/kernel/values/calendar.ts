/** The days that every database and calendar takes. */
export const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2199-12-31'];

/** Whether a text is a day of the calendar, 'YYYY-MM-DD', in these years. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** A month: 'YYYY-MM', of the years 1900 to 2099. */
export const YEAR_MONTH = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/;

export type YearMonth = string;

/** Whether the platform knows the IANA zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export interface LocalDateTime {
  readonly date: string;
  readonly time: string;
}

interface Clock {
  readonly format: Intl.DateTimeFormat;
  /** The minute that was asked for last, as UTC counts them, and how the zone's clocks show it. */
  minute: number;
  shown: LocalDateTime;
}

const MINUTE_MS = 60_000;
/** Until then zones differed from UTC by parts of a minute. */
const WHOLE_MINUTES_SINCE = Date.UTC(1973, 0);
const MAX_CLOCKS = 1_000;

const clocks = new Map<string, Clock>();

/**
 * The day and the time of day ('YYYY-MM-DD', 'HH:MM') of a moment in an IANA zone. The minute asked for last is
 * remembered: most ask for now.
 */
export function localDateTime(moment: Date, zone: string): LocalDateTime {
  const clock = clocks.get(zone) ?? newClock(zone);
  const minute = Math.floor(moment.getTime() / MINUTE_MS);
  if (minute === clock.minute) return clock.shown;
  const shown = shownBy(clock.format, moment);
  if (moment.getTime() >= WHOLE_MINUTES_SINCE) Object.assign(clock, { minute, shown });
  return shown;
}

function newClock(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  const clock = { format, minute: Number.NaN, shown: { date: '', time: '' } };
  clocks.set(zone, clock);
  return clock;
}

function shownBy(format: Intl.DateTimeFormat, moment: Date): LocalDateTime {
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** Whether a day, with or without a time of day, is after an instant in the zone. */
export function isInFuture(date: string, time: string | null | undefined, moment: Date, zone: string): boolean {
  const now = localDateTime(moment, zone);
  return date > now.date || (date === now.date && !!time && time > now.time);
}

let cachedSecond = Number.NaN;
let secondText = '';

/** A moment, given in milliseconds since 1970, as text in UTC: '2026-04-28T14:30:00.000Z'. */
export function instantText(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1_000);
  if (second !== cachedSecond) {
    secondText = new Date(second * 1_000).toISOString().slice(0, -4);
    cachedSecond = second;
  }
  const rest = milliseconds - second * 1_000;
  return `${secondText}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}

/** The month of a day or of a month with a day: 'YYYY-MM-DD' gives 'YYYY-MM'. */
export const monthOf = (date: string): YearMonth => date.slice(0, 7);

/** The month `count` months later (earlier when negative). */
export function addMonths(month: YearMonth, count: number): YearMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included; empty when the first is the later one. */
export function monthsBetween(from: YearMonth, to: YearMonth): YearMonth[] {
  const months: YearMonth[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The day `count` days later (earlier when negative). */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A day ('YYYY-MM-DD') in words: '7 April 2026'. */
export const dayLabel = (day: string): string => `${Number(day.slice(8))} ${monthLabel(day.slice(0, 7))}`;

/** A month ('YYYY-MM') in words: 'April 2026'. */
export const monthLabel = (month: string): string => `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;

/** The full English name of a month from 1 to 12. Throws a RangeError for any other number. */
export function monthName(month: number): string {
  const name = Number.isInteger(month) ? names[month - 1] : undefined;
  if (!name) throw new RangeError('Out of range error: Month must be between 1 and 12');
  return name;
}
