import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressRemoved } from '@plimsoll/contracts/identity/events';
import { isRefusal, refuse, type Decision } from '../../commands/decision.ts';
import type { UseCase } from '../../commands/execute.ts';
import { useCase } from '../../commands/use-case.ts';
import { addressReservation, evolveUser, isSameAddress, userStream, type UserState } from './user.ts';

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

/** Releases the address for other accounts. */
export const RemoveEmailAddress = useCase(
  'RemoveEmailAddress',
  (_, userGuid: string, emailAddress: string): UseCase<UserState | null, []> => ({
    own: { stream: userStream(userGuid), initial: null as UserState | null, evolve: evolveUser },
    decide: ({ stream, state }) => {
      const decision = removeEmailAddress(userGuid, emailAddress, state);
      return isRefusal(decision)
        ? decision
        : { records: decision.map((event) => ({ stream, event })), releases: [addressReservation(emailAddress)] };
    },
  }),
);
