import { ERASED } from '../kernel/erased.ts';

/**
 * Replaces the name of a person who is unknown to the organization, or not a member any more: within a sentence, and at
 * its beginning or alone.
 */
export const formerMemberTexts = { within: 'someone who has left', first: 'Someone who has left' } as const;

/** What the product is called where it did something by itself. */
export const PRODUCT_NAME = 'Plimsoll';

const erasedMemberTexts = {
  within: 'someone whose name has been erased',
  first: 'Someone whose name has been erased',
} as const;

/** A person's name within a sentence. */
export function nameWithin(name: string = formerMemberTexts.first): string {
  if (name === formerMemberTexts.first) return formerMemberTexts.within;
  return name === ERASED ? erasedMemberTexts.within : name;
}

/** A person's name at the beginning of a sentence. */
export const nameFirst = (name: string = formerMemberTexts.first): string =>
  name === ERASED ? erasedMemberTexts.first : name;
