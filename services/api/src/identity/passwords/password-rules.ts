import { dictionary } from '@zxcvbn-ts/language-common';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { refuse, type Refusal } from '../../commands/decision.ts';

/** 49,233 passwords that were found most often in what was stolen elsewhere, as the package of zxcvbn-ts (MIT) carries them, in lower case. */
export const commonestPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

export const LEAST_LENGTH = 8;
export const MOST_LENGTH = 128;

/** Why a password may not be set, or null. Length counts characters as people do; no composition rules; none of the commonest, and nobody's own name or address, nor that of the organization that they are to belong to, where it is known. @param field of the request that has it. */
export function passwordFault(
  password: string,
  person: { readonly name: string; readonly emailAddress: string; readonly organizationName?: string },
  field = 'password',
): Refusal | null {
  const length = [...password].length;
  const fault = (message: string): Refusal =>
    refuse('MalformedPassword', { fieldErrors: [{ field, className: 'MalformedPassword', message }] });
  if (length < LEAST_LENGTH || length > MOST_LENGTH) return fault(textOf('MalformedPassword'));
  const plain = password.toLowerCase();
  if (commonestPasswords.has(plain)) return fault('This password is among the commonest. Choose another one.');
  const own = [person.emailAddress.split('@')[0]!, ...person.name.split(/\s+/)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 4);
  if (own.some((part) => plain.includes(part))) return fault('The password must not contain your name');
  const organization = unspaced(person.organizationName ?? '');
  return organization.length >= 4 && unspaced(plain).includes(organization)
    ? fault('The password must not contain the name of your organization')
    : null;
}

/** Letters and digits alone, in lower case: a name is one however it is written together. */
const unspaced = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
