import { localTime } from '../format/time.ts';
import { ApiProblem } from '../api/problem.ts';
import { hasServerTime, lastServerTime, noteServerTime, serverTime } from '../session/clock.ts';
import type { OutboxReport, ReportClock } from './outbox-report.ts';

/** Smaller differences are ignored, as the API does; in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

/** What this device knows of the time now. */
export const clockNow = (proposedDate: string | null, timeZone: string): ReportClock => ({
  deviceMs: Date.now(),
  isChecked: hasServerTime(),
  knownMs: lastServerTime(),
  proposedDate,
  timeZone,
});

/** Asks for the server's time, unless it is known. Throws an ApiProblem if the server cannot be reached. */
export async function learnServerTime(): Promise<void> {
  if (hasServerTime()) return;
  const askedAt = Date.now();
  const response = await fetch(`${location.origin}/health/live`, { cache: 'no-store' }).catch(() => {
    throw new ApiProblem(0, null);
  });
  noteServerTime(response.headers.get('Date'), askedAt);
}

/**
 * A report with the time at which it was made, as far as the server's time shows it: its instant, and its day where
 * nobody chose it. Unchanged where the device's clock was right, and for a report that may have arrived as it is.
 */
export function withServerTime(report: OutboxReport): OutboxReport {
  const { clock, body, isSent = report.tries > 0 } = report;
  if (!clock || clock.isChecked || isSent || !hasServerTime()) return report;
  const madeMs = madeAt(clock);
  const at = new Date(madeMs).toISOString();
  const isRight = Math.abs(madeMs - Date.parse(body.at)) <= TOLERANCE_MS;
  const day = localTime(at, clock.timeZone).date;
  const isProposed = body.occurrenceDate === clock.proposedDate && body.occurrenceDate !== day;
  if (isRight) return report;
  return {
    ...report,
    isCorrected: true,
    ...(isProposed && { correctedDate: day, fields: { ...(report.fields as object), occurrenceDate: day } }),
    body: { ...body, at, ...(isProposed && { occurrenceDate: day }) },
  };
}

/**
 * When a report was made, in milliseconds: by the device's clock and its present error, if that is possible. The clock
 * may have been set since; then it is now.
 */
function madeAt({ deviceMs, knownMs }: ReportClock): number {
  const nowMs = serverTime().getTime();
  const byClock = deviceMs + (nowMs - Date.now());
  const isPossible = byClock <= nowMs + TOLERANCE_MS && (knownMs === null || byClock >= knownMs - TOLERANCE_MS);
  return isPossible ? Math.min(byClock, nowMs) : nowMs;
}
