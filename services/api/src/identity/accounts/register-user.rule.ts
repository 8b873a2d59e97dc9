import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userRegistered } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';

type Registered = EventOf<typeof userRegistered>['data'];

/** Whom an account is for, and how they came here, where that is known. */
export type Registration = Pick<Registered, 'userGuid' | 'name' | 'emailAddress'> & Partial<Registered>;

/** Gives a person an account. The envelope's tenant is the installation's own. Refuses: DuplicateGuid, DuplicateEmailAddress. */
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
