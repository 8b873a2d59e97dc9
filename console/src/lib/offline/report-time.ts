import { now, serverTime } from '../session/clock.ts';
import { ApiProblem } from '../api/problem.ts';

/** Whether the report may have arrived all the same. */
const mayHaveArrived = (fault: unknown): boolean =>
  !(fault instanceof ApiProblem) || fault.status === 0 || fault.status >= 500;

const refusesTime = (fault: unknown): boolean =>
  fault instanceof ApiProblem && fault.status === 400 && fault.fieldErrors.some(({ field }) => field === 'at');

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
    } catch (fault) {
      if (!mayHaveArrived(fault)) await keep(undefined);
      throw fault;
    }
  };
  try {
    return await tryWith(before ?? now().toISOString());
  } catch (fault) {
    if (!refusesTime(fault)) throw fault;
    onCorrected();
    return tryWith(serverTime().toISOString());
  }
}
