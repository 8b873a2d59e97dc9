import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { emailAddressAdded } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { ofOneStream } from '../../commands/execute.ts';
import { useCase } from '../../commands/use-case.ts';
import { addressReservation, evolveUser, isSameAddress, userStream, type UserState } from './user.ts';

/**
 * Adds a verified address to an account. Refuses: UsernameDoesNotExist. An address that it has already writes nothing.
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

/** Also refuses DuplicateEmailAddress, when another account has verified it before. */
export const AddEmailAddress = useCase('AddEmailAddress', (_, userGuid: string, emailAddress: string) =>
  ofOneStream({
    stream: userStream(userGuid),
    initial: null as UserState | null,
    evolve: evolveUser,
    decide: (user) => addEmailAddress(userGuid, emailAddress, user),
    reservations: [{ key: addressReservation(emailAddress), taken: 'DuplicateEmailAddress' }],
  }),
);
