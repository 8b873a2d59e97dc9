import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { actorKinds } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { streamKinds } from '../kernel/stream-kinds.ts';

export const recordParams = z.strictObject({ orgGuid: guid, kind: z.enum(streamKinds), guid });
/** At most one of them: what the log knew at an instant, or at one of its positions. */
export const recordQuery = z.strictObject({
  asOf: instant.optional(),
  asOfPosition: z.coerce.number().int().positive().optional(),
});

/** A record as it was, and each event that made it so. What was erased since reads "erased" in all of them. */
export const replayedRecord = z.strictObject({
  kind: z.string(),
  guid,
  revision: z.int(),
  position: z.int(),
  at: z.string(),
  /** What its events come to, by the kind of the record. */
  state: z.unknown(),
  events: z.array(
    z.strictObject({
      revision: z.int(),
      position: z.int(),
      type: z.string(),
      at: z.string(),
      recordedAt: z.string(),
      actor: person.extend({ kind: z.enum(actorKinds) }),
      data: z.unknown(),
      /** All 64 hex digits. */
      hash: z.string(),
    }),
  ),
});
export type ReplayedRecord = z.output<typeof replayedRecord>;
