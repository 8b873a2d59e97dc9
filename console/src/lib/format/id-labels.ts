/** The rule for usernames and organizations' IDs. */
export const ID_RULE = '6 to 40 letters, digits and single hyphens; no hyphen at either end.';
