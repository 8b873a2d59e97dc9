import { z } from 'zod';
import { person } from '../kernel/values/person.ts';

/** What is answered for a file that was stored. */
export const storedAttachment = z.object({
  attachmentGuid: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  receivedSha256: z.string(),
  /** Whether the picture or video breaks off before its end. */
  isDamaged: z.boolean(),
  revision: z.int(),
});

export const attachmentCommandAnswer = z.object({ attachmentGuid: z.string(), revision: z.int() });

export const attachment = z.object({
  attachmentGuid: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  receivedSha256: z.string(),
  questionGuid: z.string().nullable(),
  personGuids: z.array(z.string()),
  addedBy: person,
  addedAt: z.string(),
  /** Whether the picture or video breaks off before its end. */
  isDamaged: z.boolean(),
  /** Only of deleted and erased files, for members who may restore them. */
  state: z.enum(['ATTACHED', 'DELETED', 'ERASED']),
  allowedCommands: z.array(z.enum(['change', 'delete', 'restore', 'erase'])),
});
export type Attachment = z.output<typeof attachment>;

export const attachmentList = z.object({
  items: z.array(attachment),
  totalCount: z.int(),
  /** Announced with the report and not there yet. */
  awaited: z.array(
    z.object({ attachmentGuid: z.string(), name: z.string(), size: z.int(), questionGuid: z.string().nullable() }),
  ),
  mayAdd: z.boolean(),
  /** For auditors: how many files their grant keeps from them. */
  withheld: z.int().optional(),
  /** Where an earlier revision was asked for. */
  asOf: z.object({ revision: z.int(), at: z.string(), latest: z.int() }).optional(),
});
export type AttachmentList = z.output<typeof attachmentList>;
