import { localDateTime, monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { LoadLines } from '@plimsoll/contracts/metrics/events';

/** The limits of a year from a moment on. */
export interface LimitSetting extends LoadLines {
  readonly at: string;
}

/** The limit by which a month is judged, and when it was set; both null if there never was one. */
export interface LimitInForce {
  readonly limit: number | null;
  readonly limitSetAt: string | null;
}

/** The limits that months of the setting ended with: corrections within a month replace each other. */
function stepsOf(settings: readonly LimitSetting[], metric: keyof LoadLines, timeZone: string) {
  const steps: (LimitInForce & { readonly month: YearMonth })[] = [];
  const newest = () => steps.at(-1)?.limit ?? null;
  for (const { at, [metric]: limit } of settings) {
    if (limit === newest()) continue;
    const month = monthOf(localDateTime(new Date(at), timeZone).date);
    if (steps.at(-1)?.month === month) steps.pop();
    if (limit !== newest()) steps.push({ month, limit, limitSetAt: at });
  }
  return steps;
}

/**
 * The limit of a month: the one in force when the month ended, so that a later change does not judge it again. The
 * first limit of a year holds for all its months, since it is set for the year.
 * @param settings those of the month's year, the oldest first.
 */
export function limitInForce(
  settings: readonly LimitSetting[],
  metric: keyof LoadLines,
  month: YearMonth,
  timeZone: string,
): LimitInForce {
  const steps = stepsOf(settings, metric, timeZone);
  const { limit, limitSetAt } = steps.findLast((step) => step.month <= month) ??
    steps[0] ?? { limit: null, limitSetAt: null };
  return { limit, limitSetAt };
}
