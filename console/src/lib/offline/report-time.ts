import { now, serverTime } from '../session/clock.ts';
import { ApiProblem } from '../api/problem.ts';

/** Whether the report may have arrived despite the error. */
const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;

const refusesTime = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 400 && error.fieldErrors.some(({ field }) => field === 'at');

interface SentAt {
  /** The time it was sent with before, if it may have arrived: with another time it would be a different report. */
  before: string | undefined;
  /** Called with the time of each try before it is sent, and with undefined when it certainly did not arrive. */
  keep: (at: string | undefined) => unknown;
  /** Called when the server refused the time and its own is sent instead. */
  onCorrected: () => void;
}

/**
 * Sends a report with the current time (an instant), corrected if this device's clock is wrong; if the server refuses
 * the time, once more with the server's. Throws what `send` throws.
 */
export async function sendWithTime<Done>(
  send: (at: string) => Promise<Done>,
  { before, keep, onCorrected }: SentAt,
): Promise<Done> {
  const tryWith = async (at: string): Promise<Done> => {
    await keep(at);
    try {
      return await send(at);
    } catch (error) {
      if (!mayHaveArrived(error)) await keep(undefined);
      throw error;
    }
  };
  try {
    return await tryWith(before ?? now().toISOString());
  } catch (error) {
    if (!refusesTime(error)) throw error;
    onCorrected();
    return tryWith(serverTime().toISOString());
  }
}
