import { z } from 'zod';
import { safeText } from './text.ts';

/**
 * A domain event's contract: its name (past tense, never changed), the schema of its newest version,
 * and the pure steps that lift older versions to it (`upcasters[0]` lifts version 1 to 2).
 */
export interface EventContract<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly schemaVersion: number;
  readonly data: Schema;
  readonly upcasters: readonly ((data: never) => unknown)[];
}

/** Declares a domain event. Throws at start-up when a version has no upcaster that leads to the newest one. */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  type: Type,
  data: Schema,
  upcasters: readonly ((data: never) => unknown)[] = [],
): EventContract<Type, Schema> {
  return { type, schemaVersion: upcasters.length + 1, data, upcasters };
}

/** The event as a decision makes it: a name and its data, nothing else. */
export type EventOf<Contract extends EventContract> =
  Contract extends EventContract<infer Type, infer Schema> ? { readonly type: Type; readonly data: z.output<Schema> } : never;

/** Names the stream itself as the subject whose key seals a field (free text has its incident's key). */
export const STREAM_SUBJECT = '$stream';

/**
 * Marks a field as personal. It is sealed before it is hashed, with the key of its subject: the first of
 * `subjects` that is a filled sibling of the field, or the stream itself. The mark is published in the JSON Schema.
 */
export function personal<Schema extends z.ZodType>(schema: Schema, ...subjects: [string, ...string[]]): Schema {
  return schema.meta({ personal: subjects }) as Schema;
}

/** What a personal field reads as after its subject's key has been destroyed. */
export const ERASED = 'erased';

export const actorKinds = ['USER', 'SYSTEM', 'IMPORT', 'API'] as const;

export const actorSchema = z.strictObject({ userGuid: z.uuid(), kind: z.enum(actorKinds) });
export type Actor = z.output<typeof actorSchema>;

export const clientSchema = z.strictObject({
  product: safeText.max(60),
  device: z.enum(['DESKTOP', 'PHONE', 'TABLET', 'SERVER', 'UNKNOWN']),
});

/** What an event carries besides its data; the same for every event of one command. */
export const eventMetadataSchema = z.strictObject({
  commandId: z.uuid(),
  correlationId: z.uuid(),
  causationId: z.uuid().nullable(),
  actor: actorSchema,
  onBehalfOf: z.uuid().nullable(),
  client: clientSchema,
  /** When the person did it, by the envelope; an instant in UTC. */
  at: z.iso.datetime({ precision: 3 }),
  traceparent: z.string().max(55).nullable(),
});
export type EventMetadata = z.output<typeof eventMetadataSchema>;
