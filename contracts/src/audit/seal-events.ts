import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { defineEvent, plain } from '../kernel/domain-event.ts';

const digest = plain(z.string().regex(/^[0-9a-f]{64}$/), 'a digest');

/**
 * Who read what on a day of UTC, as a digest: SHA-256 over that day's lines of the access log in their order, each in
 * RFC 8785 with a line feed. A day on which nobody read anything has none. Stream: of kind access-log, one for each
 * organization.
 */
export const accessLogSealed = defineEvent(
  'AccessLogSealed',
  z.strictObject({ day, accesses: z.int().positive(), digest }),
);

/**
 * A signed position of the log, for those who follow it; a copy of the ones in the table and the files. Stream kind
 * checkpoint, one for each organization.
 */
export const checkpointSigned = defineEvent(
  'CheckpointSigned',
  z.strictObject({
    position: z.int().positive(),
    hash: digest,
    time: z.iso.datetime(),
    keyId: plain(z.string().regex(/^[0-9a-f]{16}$/), 'the name of a key'),
    signature: plain(z.string().regex(/^[A-Za-z0-9+/]{86}==$/), 'a signature'),
  }),
);
