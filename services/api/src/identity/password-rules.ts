import { textOf } from '@plimsoll/contracts/errors';
import { refuse, type Refusal } from '../commands/decision.ts';

export const LEAST_LENGTH = 8;
export const MOST_LENGTH = 128;

/** Why a password may not be set, or null. Length counts characters as people do; no composition rules; nobody's own name or address. */
export function passwordFault(password: string, person: { readonly name: string; readonly emailAddress: string }): Refusal | null {
  const length = [...password].length;
  const fault = (message: string): Refusal => refuse('MalformedPassword', { fieldErrors: [{ field: 'password', className: 'MalformedPassword', message }] });
  if (length < LEAST_LENGTH || length > MOST_LENGTH) return fault(textOf('MalformedPassword'));
  const plain = password.toLowerCase();
  const own = [person.emailAddress.split('@')[0]!, ...person.name.split(/\s+/)].map((part) => part.toLowerCase()).filter((part) => part.length >= 4);
  return own.some((part) => plain.includes(part)) ? fault('The password must not contain your name') : null;
}
