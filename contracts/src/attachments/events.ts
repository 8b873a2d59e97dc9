import { z } from 'zod';
import { defineEvent, personal, plain, STREAM, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';
import { safeText } from '../text.ts';
import { contentTypes } from './file-types.ts';

const attachmentGuid = guid;
const name = personal(safeText.min(1).max(1000), STREAM);
const sha256 = plain(safeText.regex(/^[0-9a-f]{64}$/), 'the hash of a file');

/** A file's bytes are durable before this is written. */
export const attachmentAdded = defineEvent('AttachmentAdded', z.strictObject({
  attachmentGuid,
  /** Under which its bytes are kept, another one with each upload. */
  fileGuid: guid,
  name,
  contentType: z.enum(contentTypes),
  size: z.int().positive(),
  /** Of what is kept. */
  sha256,
  /** Of what came. */
  receivedSha256: sha256,
  eventId: guid,
  taskGuid: guid.nullable(),
  questionGuid: guid.nullable(),
  /** Whom it shows. */
  personGuids: z.array(guid),
}));

/** The new values of what was changed, and nothing else. */
export const attachmentChanged = defineEvent('AttachmentChanged', z.strictObject({ attachmentGuid, name: name.optional(), personGuids: z.array(guid).optional() }));

export const attachmentDeleted = defineEvent('AttachmentDeleted', z.strictObject({ attachmentGuid }));
/** Brought back after it was deleted, or erased and not gone yet. */
export const attachmentRestored = defineEvent('AttachmentRestored', z.strictObject({ attachmentGuid }));
/** Hidden at once; key and bytes go when the delay is over. */
export const attachmentErased = defineEvent('AttachmentErased', z.strictObject({ attachmentGuid, reason: personal(safeText.min(1).max(10_000), STREAM) }));

/** Of files, on the stream of the incident or action that they belong to. */
export const attachmentEvents = [attachmentAdded, attachmentChanged, attachmentDeleted, attachmentRestored, attachmentErased] as const;
export type AttachmentEvent = EventOf<(typeof attachmentEvents)[number]>;
