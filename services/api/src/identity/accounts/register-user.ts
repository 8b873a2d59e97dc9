import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { ofOneStream } from '../../commands/execute.ts';
import { useCase } from '../../commands/use-case.ts';

type Registered = EventOf<typeof userRegistered>['data'];

/** Owner of a new account, and how they found the product, where that is known. */
export type Registration = Pick<Registered, 'userGuid' | 'name' | 'emailAddress'> & Partial<Registered>;

/** Registers an account. The envelope's tenant is the installation. Refuses: DuplicateGuid, DuplicateEmailAddress. */
export function registerUser(registration: Registration, isThere: boolean): Decision<EventOf<typeof userRegistered>> {
  return isThere
    ? refuse('DuplicateGuid')
    : [
        {
          type: 'UserRegistered',
          data: { currencyCode: 'CAD', channelPartner: null, utmCodes: null, ...registration },
        },
      ];
}

export const RegisterUser = useCase('RegisterUser', (_, registration: Registration) =>
  ofOneStream({
    stream: { kind: 'user', guid: registration.userGuid },
    initial: false,
    evolve: () => true,
    decide: (isThere) => registerUser(registration, isThere),
    reservations: [{ key: `email:${registration.emailAddress.toLowerCase()}`, taken: 'DuplicateEmailAddress' }],
  }),
);
