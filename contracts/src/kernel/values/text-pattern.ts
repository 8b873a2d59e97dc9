/**
 * Text without NUL and lone surrogates, which no database accepts. Apart from the schemas, for use without a validator.
 */
export const SAFE_TEXT = /^[^\u0000\p{Cs}]*$/u;
