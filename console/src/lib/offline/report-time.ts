import { now, serverTime } from '../session/clock.ts';
import { ApiProblem } from '../api/problem.ts';

/** Whether the report may have arrived all the same. */
const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;

const refusesTime = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 400 && error.fieldErrors.some(({ field }) => field === 'at');

interface SentAt {
  /** The moment with which it was sent before, while nobody knows whether it arrived: with another one it were another report. */
  before: string | undefined;
  /** Called with the moment of each try before it is sent, and with nothing when it surely did not arrive. */
  keep: (at: string | undefined) => unknown;
  /** Called when the server did not take the moment, and its own is sent instead. */
  onCorrected: () => void;
}

/**
 * Sends a report with the moment at which the person did it (an instant), set right where this device's clock is wrong;
 * when the server does not take it, once more with the server's time. Throws what `send` throws.
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
