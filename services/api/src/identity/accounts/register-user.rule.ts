import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';

type Registered = EventOf<typeof userRegistered>['data'];

/** Person and origin of a new account, as far as known. */
export type Registration = Pick<Registered, 'userGuid' | 'name' | 'emailAddress'> & Partial<Registered>;

/** Registers an account, in the installation's log. Refuses: DuplicateGuid, DuplicateEmailAddress. */
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
