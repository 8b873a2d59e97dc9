import type { MomentFormat } from './number-format.ts';

const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a 29 February 1900, which did not exist. */
const FALSE_DAY = 60;
const MAX_DAY = 2_958_465;

/**
 * The text of a date, time or duration that is stored as a number of days: "2026-04-28", "14:30", "2026-04-28 14:30",
 * with seconds where the format shows them. Null for numbers that are no moment.
 */
export function serialText(serial: number, format: MomentFormat, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < MAX_DAY + 1)) return null;
  const total = Math.round(serial * DAY_SECONDS);
  const days = Math.floor(total / DAY_SECONDS);
  const seconds = total - days * DAY_SECONDS;
  if (format.isElapsed) return clock(total, format.hasSeconds);
  if (is1904) return momentText(days > 0 || format.hasDay ? isoDay(START_1904 + days * DAY_MS) : null, seconds, format);
  if (days > 0) return momentText(isoDay1900(days), seconds, format);
  // Zero is an empty cell that a formula refers to. Spreadsheets show this day, which is none.
  return seconds === 0 && format.hasDay && !format.hasTime ? '1900-01-00' : momentText(null, seconds, format);
}

const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The text of a date, time or both that is stored in ISO 8601. Cells have no time zone, and an offset is not shown.
 * @param format what the cell shows; null when its format is one of numbers.
 */
export function isoText(text: string, format: MomentFormat | null): string {
  const [, day, hours, minutes, seconds] = ISO_MOMENT.exec(text.trim()) ?? [];
  if (day === undefined && hours === undefined) return text;
  const rest =
    hours === undefined ? 0 : Number(hours) * 3_600 + Number(minutes) * 60 + Math.round(Number(seconds ?? 0));
  const shown = format ?? { hasDay: true, hasTime: false, hasSeconds: rest % 60 !== 0, isElapsed: false };
  return momentText(day ?? null, Math.min(rest, DAY_SECONDS - 1), shown);
}

/** A time that a format of days hides is still given. */
function momentText(day: string | null, seconds: number, { hasTime, hasSeconds }: MomentFormat): string {
  if (day === null) return clock(seconds, hasSeconds);
  return hasTime || seconds >= 60 ? `${day} ${clock(seconds, hasSeconds)}` : day;
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function isoDay1900(days: number): string {
  if (days === FALSE_DAY) return '1900-02-29';
  return isoDay(START_1900 + (days < FALSE_DAY ? days + 1 : days) * DAY_MS);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Hours, minutes and, where they are shown, seconds. */
function clock(total: number, hasSeconds: boolean): string {
  const minutes = Math.floor(total / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${hasSeconds ? `:${two(total % 60)}` : ''}`;
}
