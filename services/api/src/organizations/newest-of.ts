import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refuse } from '../commands/decision.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';

/** A decision refuses with it where another stream than the one that was found has become the newest: it is looked for again. */
export const FOUND_ANOTHER = 'DuplicateGuid' satisfies ErrorClass;

const ATTEMPTS = 5;

/**
 * Carries a command out on the newest of several streams that have random guids, such as the invitations of an address. The
 * read model finds it, the log says how it stands, and a reservation that there is no other.
 * @param find looks it up anew.
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
