/** Number of hex digits of an event's hash that people see. */
const SHORT_HASH_DIGITS = 8;

/** Shortens an event's hash to the first eight hex digits, as shown to people. */
export const shortHash = (hash: string): string => hash.slice(0, SHORT_HASH_DIGITS);
