import { isRefusal } from '../../commands/decision.ts';
import type { UseCase } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider, addressReservation, type UserState } from '../accounts/user.ts';
import { removeEmailAddress } from './remove-email-address.rule.ts';

/** Removes a verified address, which another account may then verify. */
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
