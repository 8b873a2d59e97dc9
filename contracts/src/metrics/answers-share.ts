import { z } from 'zod';
import { addDays } from '../kernel/values/calendar.ts';
import { day } from '../kernel/values/dates.ts';

/** Within so many days a report should be answered. */
export const DAYS_TO_ANSWER = 7;
const DAYS_COUNTED = 90;

/** The days whose reports are counted: 90 that ended when the last of them had its time to be answered. */
export function countedDays(today: string): { readonly from: string; readonly to: string } {
  const to = addDays(today, -DAYS_TO_ANSWER - 1);
  return { from: addDays(to, 1 - DAYS_COUNTED), to };
}

/** How many reports were answered within a week. The three figures add up to `reports`. */
export const answersShare = z.object({
  from: day,
  to: day,
  reports: z.int(),
  within7Days: z.int(),
  later: z.int(),
  notYet: z.int(),
  /** Null without reports. */
  share: z.number().nullable(),
});
export type AnswersShare = z.output<typeof answersShare>;
