import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { passwordChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { passwordError } from './password-rules.ts';
import type { UserState } from '../accounts/user.ts';

type Person = Parameters<typeof passwordError>[1];

/**
 * Sets a person's password. The envelope's content must not contain the password. Refuses: MissingUserAccount,
 * MalformedPassword.
 */
export function setPassword(
  userGuid: string,
  password: string,
  person: Person | null,
): Decision<EventOf<typeof passwordChanged>> {
  if (!person) return refuse('MissingUserAccount');
  return passwordError(password, person) ?? [{ type: 'PasswordChanged', data: { userGuid } }];
}

export const personIn = (user: UserState | null): Person | null =>
  user && { name: user.name, emailAddress: user.primaryEmailAddress };
