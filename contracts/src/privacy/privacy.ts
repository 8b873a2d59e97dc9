import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { safeText } from '../kernel/values/text.ts';
import { heldKinds, requestableKinds } from './events.ts';

/** Whose data are meant, or which incident's text. */
const subject = { kind: z.enum(requestableKinds), guid } as const;
const reason = safeText.trim().min(1).max(1_000);

export const personsQuery = z.strictObject({ text: safeText.trim().max(200).optional() });
export const erasurePreviewQuery = z.strictObject(subject);
/** `confirmation`: the displayed name or, for an incident's text, its number. */
export const requestErasureRequest = z.strictObject({
  ...subject,
  reason,
  confirmation: safeText.trim().min(1).max(200),
});
export const placeLegalHoldRequest = z.strictObject({ kind: z.enum(heldKinds), guid: guid.nullish(), reason });
export const releaseLegalHoldRequest = z.strictObject({ reason });
export const erasureParams = z.strictObject({ orgGuid: guid, erasureGuid: guid });
export const holdParams = z.strictObject({ orgGuid: guid, holdGuid: guid });

/** Maximum number of persons in an answer; a search narrows them. */
export const MAX_LISTED_PERSONS = 200;

const namedIn = z.strictObject({ eventId: guid, number: z.int() });

/**
 * A person with stored data, and the incidents that name them. An incident's text is found by its number, as its name.
 */
export const keptPerson = z.strictObject({ ...subject, name: z.string(), incidents: z.array(namedIn) });
export type KeptPerson = z.output<typeof keptPerson>;
export const keptPersonList = z.strictObject({ items: z.array(keptPerson), totalCount: z.int() });

export const legalHold = z.strictObject({
  holdGuid: guid,
  kind: z.enum(heldKinds),
  /** Null of the organization. */
  guid: guid.nullable(),
  /**
   * What it holds is called: a person's name, an incident's number; null of the organization, and of what has no name
   * any more.
   */
  label: z.string().nullable(),
  reason: z.string(),
  placedBy: person,
  placedAt: z.iso.datetime(),
  releasedAt: z.iso.datetime().nullable(),
  releasedBy: person.nullable(),
  releaseReason: z.string().nullable(),
});
export type LegalHold = z.output<typeof legalHold>;
export const legalHoldList = z.strictObject({ items: z.array(legalHold), totalCount: z.int() });

/** What an erasure would reach, and what it would not: bundles that were handed out with keys. */
export const erasurePreview = z.strictObject({
  name: z.string(),
  incidents: z.array(namedIn),
  files: z.array(z.strictObject({ attachmentGuid: guid, eventId: guid, name: z.string() })),
  bundles: z.array(z.strictObject({ bundleGuid: guid, madeAt: z.iso.datetime(), madeBy: person })),
  /** The holds that prevent it. */
  holds: z.array(legalHold),
});
export type ErasurePreview = z.output<typeof erasurePreview>;

export const erasureStatuses = ['PENDING', 'ERASING', 'DONE', 'CANCELLED'] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];
export const erasure = z.strictObject({
  erasureGuid: guid,
  ...subject,
  /** As it reads now: "erased" once it is. */
  name: z.string(),
  status: z.enum(erasureStatuses),
  /** A hold keeps it from beginning, whatever the time. */
  isHeld: z.boolean(),
  dueAt: z.iso.datetime(),
  reason: z.string(),
  requestedBy: person,
  requestedAt: z.iso.datetime(),
  /** When it was done or cancelled. */
  endedAt: z.iso.datetime().nullable(),
});
export type Erasure = z.output<typeof erasure>;
/** The newest first. */
export const erasureList = z.strictObject({ items: z.array(erasure), totalCount: z.int() });
