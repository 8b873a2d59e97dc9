import { ERASED } from '../kernel/erased.ts';

/** Stands instead of the name of somebody whom an organization does not know, or not any more: within a sentence, and at its beginning or alone. */
export const formerMemberTexts = { within: 'someone who has left', first: 'Someone who has left' } as const;

/** What the product is called where it did something by itself. */
export const PRODUCT_NAME = 'Plimsoll';

const erasedMemberTexts = {
  within: 'someone whose name has been erased',
  first: 'Someone whose name has been erased',
} as const;

/** How somebody is called within a sentence. */
export function nameWithin(name: string = formerMemberTexts.first): string {
  if (name === formerMemberTexts.first) return formerMemberTexts.within;
  return name === ERASED ? erasedMemberTexts.within : name;
}

/** How somebody is called at the beginning of a sentence. */
export const nameFirst = (name: string = formerMemberTexts.first): string =>
  name === ERASED ? erasedMemberTexts.first : name;
