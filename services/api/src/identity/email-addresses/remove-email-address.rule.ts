import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressRemoved } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { isSameAddress, type UserState } from '../accounts/user.ts';

/**
 * Removes a verified address from an account. Refuses: UsernameDoesNotExist, EmailAddressNotFound,
 * PrimaryEmailAddressCannotBeRemoved.
 */
export function removeEmailAddress(
  userGuid: string,
  emailAddress: string,
  user: UserState | null,
): Decision<EventOf<typeof emailAddressRemoved>> {
  if (!user) return refuse('UsernameDoesNotExist');
  const own = user.emailAddresses.find((each) => isSameAddress(each, emailAddress));
  if (own === undefined) return refuse('EmailAddressNotFound');
  if (isSameAddress(own, user.primaryEmailAddress)) return refuse('PrimaryEmailAddressCannotBeRemoved');
  return [{ type: 'EmailAddressRemoved', data: { userGuid, emailAddress: own } }];
}
