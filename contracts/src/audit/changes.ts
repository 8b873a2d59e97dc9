import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { actorKinds } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { auditedRecord, auditPage, exportFormat } from './audit-lists.ts';

/** `from` and `to` are by the log's own clock. */
const changeFilter = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  actorGuid: guid.optional(),
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .optional(),
  recordGuid: guid.optional(),
});
export type ChangeFilter = z.output<typeof changeFilter>;
export const changeQuery = changeFilter.extend(auditPage);
export const changeExportQuery = changeFilter.extend(exportFormat);

/** An event of the log, whatever it is about. What it says is not in it: the replay of its record has that. */
export const change = z.strictObject({
  position: z.int(),
  revision: z.int(),
  at: z.string(),
  recordedAt: z.string(),
  actor: person.extend({ kind: z.enum(actorKinds) }),
  onBehalfOf: person.nullable(),
  /** Of its stream. */
  kind: z.string(),
  record: auditedRecord,
  type: z.string(),
  /** The type in words: "Review requested". */
  summary: z.string(),
  /** The first eight hex digits of the event's hash. */
  seal: z.string(),
});
export type Change = z.output<typeof change>;
export const changeList = z.strictObject({
  items: z.array(change),
  totalCount: z.int(),
  nextCursor: z.string().nullable(),
});

/** The name of a domain event in words: its first one begins with a capital. */
export function summaryOf(type: string): string {
  const words = type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
