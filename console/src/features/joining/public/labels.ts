/** Labels of the options of users without an organization, shared by links and page titles. */
export const SET_UP = 'Set up an organization';
export const ASK_TO_JOIN = 'Join an organization';
export const WAYS = 'What you may do';
