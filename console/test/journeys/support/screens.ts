/** `JOURNEYS=long npm test`: every journey on both screens. */
export const isLong = process.env.JOURNEYS === 'long';

/** What is arranged on a phone as elsewhere is looked at on a desktop; in the long form on both. */
export const onADesktop = isLong ? {} : { tag: '@desktop' };
