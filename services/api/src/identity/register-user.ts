import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

export type Registration = EventOf<typeof userRegistered>['data'];

/** Gives a person an account. The envelope's tenant is the installation's own. Refuses: DuplicateGuid, DuplicateEmailAddress. */
export function registerUser(registration: Registration, isThere: boolean): Decision<EventOf<typeof userRegistered>> {
  return isThere ? refuse('DuplicateGuid') : [{ type: 'UserRegistered', data: registration }];
}

export const RegisterUser = useCase('RegisterUser', (_, registration: Registration) => ofOneStream({
  stream: { kind: 'user', guid: registration.userGuid },
  initial: false,
  evolve: () => true,
  decide: (isThere) => registerUser(registration, isThere),
  reservations: [{ key: `email:${registration.emailAddress.toLowerCase()}`, taken: 'DuplicateEmailAddress' }],
}));
