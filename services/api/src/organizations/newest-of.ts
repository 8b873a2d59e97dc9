import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refuse } from '../commands/decision.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';

/** Refusal of a decision if another stream than the one found is now the newest; `onNewest` then looks it up again. */
export const FOUND_ANOTHER = 'DuplicateGuid' satisfies ErrorClass;

const ATTEMPTS = 5;

/**
 * Runs a command on the newest of several streams with random guids, such as the invitations to an address. The read
 * model finds the stream, the log has its state, and a reservation ensures that there is no other.
 * @param find looks up the stream again.
 */
export async function onNewest<Found>(
  find: () => Promise<Found>,
  attempt: (found: Found) => Promise<Outcome>,
): Promise<Outcome> {
  for (let tries = 1; tries <= ATTEMPTS; tries++) {
    const outcome = await attempt(await find());
    if (isExecuted(outcome) || outcome.refused !== FOUND_ANOTHER) return outcome;
  }
  return refuse('StaleRevision');
}
