import { z } from 'zod';
import type { LoggedEvent, Mapped } from './logged-event.ts';

export const auditData = {
  'plimsoll.log.checkpointed.v1': z.strictObject({
    position: z.int().positive(),
    hash: z.string(),
    time: z.iso.datetime(),
    keyId: z.string(),
    signature: z.string(),
  }),
} as const;

/**
 * Maps a signed checkpoint, so that followers have a copy that nobody here can alter; undefined for any other event.
 */
export const mapAudit = ({ type, data }: LoggedEvent): Mapped | undefined =>
  type === 'CheckpointSigned'
    ? { type: 'plimsoll.log.checkpointed.v1', subject: 'log', data: data as object }
    : undefined;
