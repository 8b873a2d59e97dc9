import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { primaryEmailAddressChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { isSameAddress, type UserState } from '../accounts/user.ts';

/** An address, and whether it is pending, that is added but not verified. */
export interface ChosenAddress {
  readonly emailAddress: string;
  readonly isPending: boolean;
}

/**
 * Makes one of an account's addresses the primary one, which receives its mail. Refuses: UsernameDoesNotExist,
 * EmailAddressNotFound, UnverifiedEmailAddressCannotBePrimary. Repeating it writes nothing.
 */
export function makeEmailAddressPrimary(
  userGuid: string,
  { emailAddress, isPending }: ChosenAddress,
  user: UserState | null,
): Decision<EventOf<typeof primaryEmailAddressChanged>> {
  if (!user) return refuse('UsernameDoesNotExist');
  const own = user.emailAddresses.find((each) => isSameAddress(each, emailAddress));
  if (own === undefined) return refuse(isPending ? 'UnverifiedEmailAddressCannotBePrimary' : 'EmailAddressNotFound');
  return isSameAddress(own, user.primaryEmailAddress)
    ? []
    : [{ type: 'PrimaryEmailAddressChanged', data: { userGuid, emailAddress: own } }];
}
