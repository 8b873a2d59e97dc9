import { z } from 'zod';
import {
  defineEvent,
  personal,
  plain,
  nameOfFile,
  STREAM,
  textOfIncident,
  type EventOf,
} from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { contentTypes } from './file-types.ts';

const attachmentGuid = guid;
/** The incident of the file or of its task, whose key seals its texts. Null in events from before tasks had files. */
const eventId = guid.nullable();
const name = personal(safeText.min(1).max(1000), nameOfFile('attachmentGuid'));
const sha256 = plain(safeText.regex(/^[0-9a-f]{64}$/), 'the hash of a file');

/** Of events alone was written what did not name its own. */
const withoutEvent = (data: object): object => ({ ...data, eventId: null });

/** A file's bytes are durable before this is written. */
export const attachmentAdded = defineEvent(
  'AttachmentAdded',
  z.strictObject({
    attachmentGuid,
    /** The name under which the bytes are stored; new with each upload. */
    fileGuid: guid,
    name,
    contentType: z.enum(contentTypes),
    size: z.int().positive(),
    /** Of the stored bytes. */
    sha256,
    /** Of what came. */
    receivedSha256: sha256,
    /** Whether the picture or video breaks off before its end, as after a transfer that was cut. */
    isDamaged: z.boolean(),
    eventId: guid,
    taskGuid: guid.nullable(),
    questionGuid: guid.nullable(),
    /** The persons in the picture. */
    personGuids: z.array(guid),
  }),
  // Before version 2 the stream's key sealed the name, before version 3 the incident's. Before version 4 a picture that
  // breaks off was refused.
  [(data: object) => data, (data: object) => data, (data: object) => ({ ...data, isDamaged: false })],
);

/** The new values of what was changed, and nothing else. */
const attachmentChanged = defineEvent(
  'AttachmentChanged',
  z.strictObject({ attachmentGuid, eventId, name: name.optional(), personGuids: z.array(guid).optional() }),
  // Before version 3 the incident's key sealed the name.
  [withoutEvent, (data: object) => data],
);

/** Announced with a report: a device has them still, and sends each under its guid. */
export const attachmentsAwaited = defineEvent(
  'AttachmentsAwaited',
  z.strictObject({
    awaited: z.array(
      z.strictObject({
        attachmentGuid,
        name,
        size: z.int().positive(),
        questionGuid: guid.nullable(),
      }),
    ),
  }),
  // Before version 2 the incident's key sealed the names.
  [(data: object) => data],
);
export type AwaitedFile = EventOf<typeof attachmentsAwaited>['data']['awaited'][number];

/** Of one that is still awaited: that nobody waits for it any more. */
const attachmentDeleted = defineEvent('AttachmentDeleted', z.strictObject({ attachmentGuid }));
/** Brought back after it was deleted, or erased and not gone yet. */
const attachmentRestored = defineEvent('AttachmentRestored', z.strictObject({ attachmentGuid }));
/** Hidden at once; key and bytes go when the delay is over. */
const attachmentErased = defineEvent(
  'AttachmentErased',
  z.strictObject({
    attachmentGuid,
    eventId,
    reason: personal(safeText.min(1).max(10_000), textOfIncident('eventId'), STREAM),
  }),
  [withoutEvent],
);

/** Of files, on the stream of the incident or action that they belong to. */
export const attachmentEvents = [
  attachmentsAwaited,
  attachmentAdded,
  attachmentChanged,
  attachmentDeleted,
  attachmentRestored,
  attachmentErased,
] as const;
export type AttachmentEvent = EventOf<(typeof attachmentEvents)[number]>;
