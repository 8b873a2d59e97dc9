import { now as rightNow } from '../session/clock.ts';

/** Days are 'YYYY-MM-DD' strings and never become instants; instants are shown in a named zone. */
const months = [
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
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const partsOf = (date: string) =>
  [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))] as const;

/** '2026-11-17' gives '17 Nov 2026'; `withYear: false` omits the year. */
export function formatDay(date: string, { withYear = true } = {}): string {
  const [year, month, day] = partsOf(date);
  return `${day} ${months[month - 1]!.slice(0, 3)}${withYear ? ` ${year}` : ''}`;
}

/** '2026-11-17' gives 'Tuesday 17 November 2026'. */
export function formatLongDay(date: string): string {
  const [year, month, day] = partsOf(date);
  return `${weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]} ${day} ${months[month - 1]} ${year}`;
}

/** '2026-10' gives 'October 2026', or 'Oct 2026' when short. */
export function formatMonth(yearMonth: string, { short = false } = {}): string {
  const name = months[Number(yearMonth.slice(5, 7)) - 1]!;
  return `${short ? name.slice(0, 3) : name} ${yearMonth.slice(0, 4)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date format of a zone. Zones are abbreviated as people there do: only Australian English knows AWST. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat(zone.startsWith('Australia/') ? 'en-AU' : 'en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  formats.set(zone, format);
  return format;
}

export interface LocalTime {
  /** 'YYYY-MM-DD' */
  date: string;
  /** 'HH:MM' */
  time: string;
  /** 'MST' */
  zone: string;
}

/** The day, the time and the zone's name of an instant, as the clocks in an IANA zone show it. */
export function localTime(instant: string | Date, zone: string): LocalTime {
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
    zone: parts.timeZoneName ?? zone,
  };
}

/** The short name of a zone on a day and time there, as shown after an occurrence time. */
export function zoneName(zone: string, date: string, time = '12:00'): string {
  const asIfUtc = Date.parse(`${date}T${time}:00Z`);
  return localTime(new Date(asIfUtc - offsetAt(asIfUtc, zone)), zone).zone;
}

/** How far the clocks of a zone are ahead of UTC at a whole minute, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const { date, time } = localTime(new Date(moment), zone);
  return Date.parse(`${date}T${time}:00Z`) - moment;
}

/** The instant at which a day begins in a zone. */
export function startOfDay(date: string, zone: string): string {
  const asIfUtc = Date.parse(`${date}T00:00:00Z`);
  // Recomputed with the offset at that time: the clocks may change on that very day.
  const near = asIfUtc - offsetAt(asIfUtc, zone);
  return new Date(asIfUtc - offsetAt(near, zone)).toISOString();
}

/** The last millisecond of a day in a zone. */
export function endOfDay(date: string, zone: string): string {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return new Date(Date.parse(startOfDay(next, zone)) - 1).toISOString();
}

/** '18 Nov, 16:02' or, with its zone, '18 Nov, 16:02 MST'; the year is added if it is not the current one. */
export function formatInstant(
  instant: string,
  zone: string,
  { withZone = false, now = rightNow() }: { withZone?: boolean; now?: Date } = {},
): string {
  const { date, time, zone: name } = localTime(instant, zone);
  const withYear = date.slice(0, 4) !== localTime(now, zone).date.slice(0, 4);
  return `${formatDay(date, { withYear })}, ${time}${withZone ? ` ${name}` : ''}`;
}

/** The instant in the viewer's own zone, for a tooltip. */
export function viewersTime(instant: string): string {
  return formatInstant(instant, Intl.DateTimeFormat().resolvedOptions().timeZone, { withZone: true });
}

/** Time since an instant in whole days of a zone's calendar: 'today', '1 day', '12 days'. */
export function daysSince(instant: string, zone: string, now: Date = rightNow()): string {
  const day = (moment: string | Date) => Date.parse(`${localTime(moment, zone).date}T00:00:00Z`) / 86_400_000;
  const days = Math.max(0, day(now) - day(instant));
  return days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Today in a zone, as 'YYYY-MM-DD'. */
export const todayIn = (zone: string, now: Date = rightNow()): string => localTime(now, zone).date;

/** 'Good morning' before 11:00, 'Good Afternoon' before 16:00, 'Good Evening' after (specification 1, section 2). */
export function greeting(hour: number): 'Good morning' | 'Good Afternoon' | 'Good Evening' {
  if (hour < 11) return 'Good morning';
  return hour < 16 ? 'Good Afternoon' : 'Good Evening';
}
