import { dictionary } from '@zxcvbn-ts/language-common';
import { textOf } from '@plimsoll/contracts/errors';
import { refuse, type Refusal } from '../commands/decision.ts';

/** 49,233 passwords that were found most often in what was stolen elsewhere, as the package of zxcvbn-ts (MIT) carries them, in lower case. */
export const commonestPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

export const LEAST_LENGTH = 8;
export const MOST_LENGTH = 128;

/** Why a password may not be set, or null. Length counts characters as people do; no composition rules; none of the commonest, and nobody's own name or address. */
export function passwordFault(password: string, person: { readonly name: string; readonly emailAddress: string }): Refusal | null {
  const length = [...password].length;
  const fault = (message: string): Refusal => refuse('MalformedPassword', { fieldErrors: [{ field: 'password', className: 'MalformedPassword', message }] });
  if (length < LEAST_LENGTH || length > MOST_LENGTH) return fault(textOf('MalformedPassword'));
  const plain = password.toLowerCase();
  if (commonestPasswords.has(plain)) return fault('This password is among the commonest. Choose another one.');
  const own = [person.emailAddress.split('@')[0]!, ...person.name.split(/\s+/)].map((part) => part.toLowerCase()).filter((part) => part.length >= 4);
  return own.some((part) => plain.includes(part)) ? fault('The password must not contain your name') : null;
}
