import { z } from 'zod';
import { safeText } from './text.ts';

/** What every list takes: a page by its offset, or a cursor from the page before. */
export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  cursor: safeText.max(500).optional(),
});

/** What every list answers; `nextCursor` is null on the last page. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    totalCount: z.int(),
    limit: z.int(),
    offset: z.int(),
    nextCursor: z.string().nullable(),
  });
