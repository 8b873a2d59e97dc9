/** Title when a sign-in through a provider failed. */
export const NOT_SIGNED_IN = 'You are not signed in';
