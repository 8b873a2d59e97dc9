/** What is said instead of the name of somebody who is no member any more: within a sentence, and at its beginning. */
export const formerMemberTexts = { within: 'someone who has left', first: 'Someone who has left' } as const;
