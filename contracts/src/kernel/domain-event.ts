import { z } from 'zod';
import { safeText } from './values/text.ts';

/**
 * A domain event's contract: its name (past tense, never changed), the schema of its newest version,
 * and the pure steps that lift older versions to it (`upcasters[0]` lifts version 1 to 2).
 */
export interface EventContract<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly schemaVersion: number;
  readonly data: Schema;
  readonly upcasters: readonly ((data: never) => unknown)[];
  /** Who may act in it, if it differs from the usual actors. */
  readonly actors?: readonly ActorKind[];
}

/** Declares a domain event. Throws at start-up when a version has no upcaster that leads to the newest one. */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  type: Type,
  data: Schema,
  upcasters: readonly ((data: never) => unknown)[] = [],
  actors?: readonly ActorKind[],
): EventContract<Type, Schema> {
  return { type, schemaVersion: upcasters.length + 1, data, upcasters, ...(actors && { actors }) };
}

/** The event as a decision makes it: a name and its data, nothing else. */
export type EventOf<Contract extends EventContract> =
  Contract extends EventContract<infer Type, infer Schema>
    ? { readonly type: Type; readonly data: z.output<Schema> }
    : never;

/** As what a person is written about: each has a key of its own, so that two never meet whatever guids they have. */
export const personKinds = ['user', 'member', 'injured', 'related'] as const;
export type PersonKind = (typeof personKinds)[number];

/** Which key seals a field: the stream's own, or that of a person whom a sibling field names. */
export type SubjectMark = typeof STREAM | `incident:${string}` | `attachment:${string}` | `${PersonKind}:${string}`;

/**
 * What is written about the thing itself, such as an incident's story: its key may be destroyed, and a new one made for
 * what is written later.
 */
export const STREAM = 'stream';

/**
 * Text in another stream about the incident that a sibling names: the incident's own key seals it, and an erasure
 * removes it.
 */
export const textOfIncident = (sibling: string): SubjectMark => `incident:${sibling}`;

/**
 * The name of the file that a sibling names. It has a key of its own, since the people whom a file shows are often named
 * after it was added: whichever of them is erased, the name goes too.
 */
export const nameOfFile = (sibling: string): SubjectMark => `attachment:${sibling}`;

/** A person whom a sibling names. A destroyed key is never replaced: later texts about them are stored as erased. */
export const subject = {
  /** An account, whatever organizations it belongs to. */
  user: (sibling: string): SubjectMark => `user:${sibling}`,
  /** A member of the organization. */
  member: (sibling: string): SubjectMark => `member:${sibling}`,
  /** An injured person of this incident. */
  injured: (sibling: string): SubjectMark => `injured:${sibling}`,
  /** Another person whom this incident names. */
  related: (sibling: string): SubjectMark => `related:${sibling}`,
} satisfies Record<PersonKind, (sibling: string) => SubjectMark>;

/**
 * Marks a field as personal. It is sealed before hashing, with the key of the first of `subjects` whose sibling is
 * filled, or the stream's own. The JSON Schema publishes the mark.
 *
 * When the key is destroyed a text reads as ERASED and any other value as null, so anything other than free text (a
 * number, a list, a date) must allow null, and readers must expect both.
 */
export function personal<Schema extends z.ZodType>(
  schema: Schema,
  ...subjects: [SubjectMark, ...SubjectMark[]]
): Schema {
  return schema.meta({ personal: subjects }) as Schema;
}

/**
 * Marks a text as one that is nobody's personal data, and says why. Every text of an event is marked, personal or
 * plain, but for guids, choices, days, times and zones; `eventJsonSchema` refuses a contract in which one is not.
 */
export function plain<Schema extends z.ZodType>(schema: Schema, why: string): Schema {
  return schema.meta({ plain: why }) as Schema;
}

export const actorKinds = ['USER', 'SYSTEM', 'IMPORT', 'API', 'AUDITOR'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who acts in events of any kind; auditors do in those alone that say so. */
const usualActors = ['USER', 'SYSTEM', 'IMPORT', 'API'] as const satisfies readonly ActorKind[];

const actorSchema = z.strictObject({ userGuid: z.uuid(), kind: z.enum(actorKinds) });

const clientSchema = z.strictObject({
  product: safeText.max(60),
  device: z.enum(['DESKTOP', 'PHONE', 'TABLET', 'SERVER', 'UNKNOWN']),
});

/** An event's metadata; the same for all events of one command. */
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

/** The same for one kind of event. */
export const metadataSchemaOf = ({ actors = usualActors }: EventContract) =>
  eventMetadataSchema.extend({ actor: z.strictObject({ userGuid: z.uuid(), kind: z.enum(actors) }) });
