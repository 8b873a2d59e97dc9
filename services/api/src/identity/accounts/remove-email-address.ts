import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressRemoved } from '@plimsoll/contracts/identity/events';
import { isRefusal, refuse, type Decision } from '../../commands/decision.ts';
import type { UseCase } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider, addressReservation, isSameAddress, type UserState } from './user.ts';

/** Takes a verified address from an account. Refuses: UsernameDoesNotExist, EmailAddressNotFound, PrimaryEmailAddressCannotBeRemoved. */
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

/** From then on somebody else may have it. */
export const RemoveEmailAddress = defineCommand({
  name: 'RemoveEmailAddress',
  useCase: (_, userGuid: string, emailAddress: string): UseCase<UserState | null, []> => ({
    own: userDecider.of(userGuid),
    decide: ({ stream, state }) => {
      const decision = removeEmailAddress(userGuid, emailAddress, state);
      return isRefusal(decision)
        ? decision
        : { records: decision.map((event) => ({ stream, event })), releases: [addressReservation(emailAddress)] };
    },
  }),
});
