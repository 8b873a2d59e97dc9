import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { auditedRecord, auditPage, exportFormat } from './audit-lists.ts';

/** Kinds of read access that the access log records. */
export const accessActions = ['VIEW', 'LIST', 'EXPORT', 'DOWNLOAD', 'FEED', 'SIGN_IN', 'REPLAY'] as const;
export type AccessAction = (typeof accessActions)[number];

/** As what they came: a member, an auditor under a grant, another system by its key, one of our staff. */
export const readerKinds = ['USER', 'AUDITOR', 'API_KEY', 'STAFF'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** Retention of the access log, in months. */
export const ACCESS_LOG_RETENTION_MONTHS = 36;

const accessFilter = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  personGuid: guid.optional(),
  recordGuid: guid.optional(),
  action: z.enum(accessActions).optional(),
});
export type AccessFilter = z.output<typeof accessFilter>;
export const accessQuery = accessFilter.extend(auditPage);
export const accessExportQuery = accessFilter.extend(exportFormat);

export const access = z.strictObject({
  at: z.iso.datetime(),
  person: z.strictObject({ guid, name: z.string(), kind: z.enum(readerKinds) }),
  action: z.enum(accessActions),
  /** Null where no one record was meant. */
  record: auditedRecord.nullable(),
  /** The route, as the OpenAPI document has it: `GET /api/feed`. */
  route: z.string(),
  /** How many records were given. */
  count: z.int().min(0),
  requestId: z.string(),
});
export type Access = z.output<typeof access>;
export const accessList = z.strictObject({
  items: z.array(access),
  totalCount: z.int(),
  nextCursor: z.string().nullable(),
});
