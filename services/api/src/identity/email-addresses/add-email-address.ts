import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider, addressReservation } from '../accounts/user.ts';
import { addEmailAddress } from './add-email-address.rule.ts';

/**
 * Adds a verified address to an account. Refuses what the rule refuses, and DuplicateEmailAddress when another account
 * has verified it before.
 */
export const AddEmailAddress = defineCommand({
  name: 'AddEmailAddress',
  useCase: (_, userGuid: string, emailAddress: string) =>
    singleStream({
      own: userDecider.of(userGuid),
      decide: (user) => addEmailAddress(userGuid, emailAddress, user),
      reservations: [{ key: addressReservation(emailAddress), taken: 'DuplicateEmailAddress' }],
    }),
});
