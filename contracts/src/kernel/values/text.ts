import { z } from 'zod';
import { SAFE_TEXT } from './text-pattern.ts';

/** Text as people write it, stored as sent. */
export const safeText = z.string().regex(SAFE_TEXT);

/** Whether a text has neither line breaks nor other control characters. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
