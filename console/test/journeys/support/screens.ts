/** `JOURNEYS=long npm test`: every journey on both screens. */
export const isLong = process.env.JOURNEYS === 'long';

/** Tags journeys whose layout is the same on a phone: they run on the desktop only; in the long form on both. */
export const onADesktop = isLong ? {} : { tag: '@desktop' };
