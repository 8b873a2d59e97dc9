import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressAdded } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { isSameAddress, type UserState } from '../accounts/user.ts';

/**
 * Adds an address to an account whose owner has verified it. Refuses: UsernameDoesNotExist. Adding one that the account
 * has writes nothing.
 */
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
