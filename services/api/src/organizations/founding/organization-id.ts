import { USERNAME_MAX, USERNAME_MIN } from '@plimsoll/contracts/kernel/values/username';

/** Characters that Unicode normalization does not decompose. */
const transliterations: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  '&': ' and ',
};

const WORD = 'organization';

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþ&]/g, (letter) => transliterations[letter]!)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const cut = (text: string, length: number): string => text.slice(0, length).replace(/-$/, '');

/**
 * Candidate IDs made from an organization's name, in the order in which they are tried: the name, the name with a
 * number, and finally with digits of the organization's guid, which is unique.
 */
export function organizationIdsFor(name: string, organizationGuid: string): string[] {
  const words = wordsOf(name).join('-');
  const base = words.length >= USERNAME_MIN ? words : [words, WORD].filter((part) => part !== '').join('-');
  const ending = (end: string) => `${cut(base, USERNAME_MAX - end.length - 1)}-${end}`;
  return [cut(base, USERNAME_MAX), ending('2'), ending('3'), ending(organizationGuid.replaceAll('-', '').slice(-12))];
}
