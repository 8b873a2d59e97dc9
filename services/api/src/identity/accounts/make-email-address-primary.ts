import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { primaryEmailAddressChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { ofOneStream } from '../../commands/execute.ts';
import { useCase } from '../../commands/use-case.ts';
import { evolveUser, isSameAddress, userStream, type UserState } from './user.ts';

/** An address, and whether it is pending verification. */
export interface ChosenAddress {
  readonly emailAddress: string;
  readonly isPending: boolean;
}

/**
 * Makes an address of an account the primary one. Refuses: UsernameDoesNotExist, EmailAddressNotFound,
 * UnverifiedEmailAddressCannotBePrimary. Repeating it writes nothing.
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

export const MakeEmailAddressPrimary = useCase(
  'MakeEmailAddressPrimary',
  (_, userGuid: string, chosen: ChosenAddress) =>
    ofOneStream({
      stream: userStream(userGuid),
      initial: null as UserState | null,
      evolve: evolveUser,
      decide: (user) => makeEmailAddressPrimary(userGuid, chosen, user),
    }),
);
