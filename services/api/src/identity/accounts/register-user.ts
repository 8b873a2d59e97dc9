import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userStream } from '@plimsoll/contracts/identity/streams';
import { existence } from '../../commands/decider.ts';
import { addressReservation } from './user.ts';
import { type Registration, registerUser } from './register-user.rule.ts';

export const accountExistence = existence(userStream);

export const RegisterUser = defineCommand({
  name: 'RegisterUser',
  useCase: (_, registration: Registration) =>
    singleStream({
      own: accountExistence.of(registration.userGuid),
      decide: (isThere) => registerUser(registration, isThere),
      reservations: [{ key: addressReservation(registration.emailAddress), taken: 'DuplicateEmailAddress' }],
    }),
});
