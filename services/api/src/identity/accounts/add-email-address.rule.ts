import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressAdded } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { isSameAddress, type UserState } from './user.ts';

/** Gives an account an address that its person has shown to be theirs. Refuses: UsernameDoesNotExist. One that it has writes nothing. */
export function addEmailAddress(
  userGuid: string,
  emailAddress: string,
  user: UserState | null,
): Decision<EventOf<typeof emailAddressAdded>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.emailAddresses.some((own) => isSameAddress(own, emailAddress))
    ? []
    : [{ type: 'EmailAddressAdded', data: { userGuid, emailAddress } }];
}
