import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';

/** Ways into an organization that a member opens for others, and that work without the member from then on. */
export const createdAccessKinds = ['INVITATION', 'API_KEY', 'WEBHOOK', 'AUDITOR_GRANT'] as const;
export type CreatedAccessKind = (typeof createdAccessKinds)[number];

export const createdAccess = z.object({
  kind: z.enum(createdAccessKinds),
  guid,
  /** What it is called, or whom it is for. */
  name: z.string(),
  createdAt: instant,
});
export type CreatedAccess = z.output<typeof createdAccess>;
/** By kind, then the newest first. */
export const createdAccessList = z.object({ items: z.array(createdAccess), totalCount: z.int() });

/**
 * What the organization keeps of a removed member: it belongs to the admin who removes them, else to another one.
 * Everything else is revoked.
 */
export const removeMemberQuery = z.strictObject({
  keep: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(createdAccessKinds)))
    .optional(),
});
