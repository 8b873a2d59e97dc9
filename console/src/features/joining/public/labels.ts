/** What somebody without an organization may do, as it is called wherever they are led to it. */
export const SET_UP = 'Set up an organization';
export const ASK_TO_JOIN = 'Join an organization';
export const WAYS = 'What you may do';
