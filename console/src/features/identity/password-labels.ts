/** Said wherever somebody chooses a password. */
export const NEW_PASSWORD_RULE = '8 to 128 characters.';
