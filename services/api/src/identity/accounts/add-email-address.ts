import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider, addressReservation } from './user.ts';
import { addEmailAddress } from './add-email-address.rule.ts';

/** Refuses besides: DuplicateEmailAddress, when somebody else has shown before that it is theirs. */
export const AddEmailAddress = defineCommand({
  name: 'AddEmailAddress',
  useCase: (_, userGuid: string, emailAddress: string) =>
    singleStream({
      own: userDecider.of(userGuid),
      decide: (user) => addEmailAddress(userGuid, emailAddress, user),
      reservations: [{ key: addressReservation(emailAddress), taken: 'DuplicateEmailAddress' }],
    }),
});
