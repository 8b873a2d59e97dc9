import { z } from 'zod';
import { FIRST_DAY, isTimeZone, LAST_DAY, YEAR_MONTH } from './calendar.ts';

/**
 * A day without a time, 'YYYY-MM-DD' from end to end, in the years that every database and calendar takes; see `isDay`.
 */
export const day = z.iso
  .date()
  .refine((date) => date >= FIRST_DAY && date <= LAST_DAY)
  .meta({ not: { pattern: '^(0|1[0-8]|2[2-9]|[3-9])' } });
/** A time of day: 'HH:MM', 24 hours. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** A month: 'YYYY-MM'. */
export const yearMonth = z.string().regex(YEAR_MONTH);
/** An instant in UTC, in the years of `day`. An invalid instant gives one error: its years are not checked. */
export const instant = z.iso
  .datetime({ abort: true })
  .refine((moment) => moment >= FIRST_DAY && moment.slice(0, 10) <= LAST_DAY);
/** An IANA time zone, such as 'America/Edmonton'. */
export const timeZone = z.string().max(64).refine(isTimeZone);
