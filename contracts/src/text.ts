import { z } from 'zod';

/** Text as people write it: without NUL and lone surrogates, which no database takes; else it is kept as sent. */
export const safeText = z.string().regex(/^[^\u0000\p{Cs}]*$/u);
