/** Hint of the fields for a new password. */
export const NEW_PASSWORD_RULE = '8 to 128 characters.';
