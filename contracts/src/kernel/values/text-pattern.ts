/** Text without NUL and lone surrogates, which no database takes: apart from the schemas, for whoever needs no validator. */
export const SAFE_TEXT = /^[^\u0000\p{Cs}]*$/u;
