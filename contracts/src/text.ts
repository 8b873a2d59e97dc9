import { z } from 'zod';

/** Text without NUL and lone surrogates, which no database takes. */
export const SAFE_TEXT = /^[^\u0000\p{Cs}]*$/u;

/** Text as people write it, kept as sent. */
export const safeText = z.string().regex(SAFE_TEXT);

/** Whether a text has neither line breaks nor other control characters. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
