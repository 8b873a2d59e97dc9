/** So many digits of an event's hash stand beside it where people read. */
const SHORT_HASH_DIGITS = 8;

/** By which people know an event in print: the first eight hex digits of its hash. */
export const sealOf = (hash: string): string => hash.slice(0, SHORT_HASH_DIGITS);
