import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';

/** A page of a list of the audit: what comes after the last line of the page before. */
export const auditPage = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
} as const;

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportFormat = { format: z.enum(exportFormats).default('csv') } as const;

/** A record of the log. Its label is what it is called today; null where it has no name. */
export const auditedRecord = z.strictObject({ kind: z.string(), guid, label: z.string().nullable() });
export type AuditedRecord = z.output<typeof auditedRecord>;
