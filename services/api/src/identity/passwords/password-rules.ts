import { dictionary } from '@zxcvbn-ts/language-common';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { refuse, type Refusal } from '../../commands/decision.ts';

/** The 49,233 passwords most frequent in published leaks, in lower case, from zxcvbn-ts (MIT). */
export const commonestPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Reason why a password is not allowed, or null. Length is counted in user-perceived characters; there are no
 * composition rules; common passwords, the user's name and address, and the name of their organization, where known,
 * are not allowed. @param field of the request that contains it.
 */
export function passwordError(
  password: string,
  person: { readonly name: string; readonly emailAddress: string; readonly organizationName?: string },
  field = 'password',
): Refusal | null {
  const length = [...password].length;
  const error = (message: string): Refusal =>
    refuse('MalformedPassword', { fieldErrors: [{ field, className: 'MalformedPassword', message }] });
  if (length < MIN_LENGTH || length > MAX_LENGTH) return error(textOf('MalformedPassword'));
  const plain = password.toLowerCase();
  if (commonestPasswords.has(plain)) return error('This password is among the commonest. Choose another one.');
  const own = [person.emailAddress.split('@')[0]!, ...person.name.split(/\s+/)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 4);
  if (own.some((part) => plain.includes(part))) return error('The password must not contain your name');
  const organization = unspaced(person.organizationName ?? '');
  return organization.length >= 4 && unspaced(plain).includes(organization)
    ? error('The password must not contain the name of your organization')
    : null;
}

/** Letters and digits only, in lower case: spelling variants of a name are equal. */
const unspaced = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
