/** Of a way through a provider that led nowhere. */
export const NOT_SIGNED_IN = 'You are not signed in';
