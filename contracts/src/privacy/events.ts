import { z } from 'zod';
import { defineEvent, personal, subject, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

/** Kinds of erasure: a member, an injured or another person of an incident, or an incident's text. */
export const erasableKinds = ['MEMBER', 'INJURED', 'RELATED', 'INCIDENT_TEXT'] as const;
/** The same, and people who are in no record of the organization: those who were only invited, and auditors. */
export const requestableKinds = [...erasableKinds, 'INVITED', 'AUDITOR'] as const;
export type ErasureKind = (typeof requestableKinds)[number];

/**
 * The key of what was written is about to be destroyed. Stream: of kind erasure, the guid of the key's subject, so that
 * no incident moves on by it. It says whose, by guids alone.
 */
export const personErased = defineEvent(
  'PersonErased',
  z.strictObject({
    kind: z.enum(erasableKinds),
    /** The member's account, the person within the incident, or the incident itself. */
    guid,
    /** For an injured or related person of an incident. */
    incidentGuid: guid.nullable(),
  }),
);

/**
 * The key of what an invitation says of its recipient is about to be destroyed, since they are erased who were invited
 * by it. Stream: of kind erasure, the guid of the key's subject.
 */
export const invitationErased = defineEvent('InvitationErased', z.strictObject({ invitationGuid: guid }));

/** The key of an external auditor's identity is about to be destroyed. Stream: of kind erasure, the key's subject. */
export const auditorErased = defineEvent('AuditorErased', z.strictObject({ grantGuid: guid }));

/**
 * The key of a file's name is about to be destroyed: a person whom the file shows, or its incident's text, is erased.
 * Stream: of kind erasure, the guid of the key's subject. A name that is written later has a new key.
 */
export const fileNameErased = defineEvent('FileNameErased', z.strictObject({ attachmentGuid: guid }));

/** The event that records that a subject's key is about to be destroyed. */
export function erasureEvent({
  kind,
  guid,
  incidentGuid,
}: {
  readonly kind: ErasureKind;
  readonly guid: string;
  readonly incidentGuid: string | null;
}): EventOf<typeof personErased> | EventOf<typeof invitationErased> | EventOf<typeof auditorErased> {
  switch (kind) {
    case 'INVITED':
      return { type: 'InvitationErased', data: { invitationGuid: guid } };
    case 'AUDITOR':
      return { type: 'AuditorErased', data: { grantGuid: guid } };
    default:
      return { type: 'PersonErased', data: { kind, guid, incidentGuid } };
  }
}

/**
 * Why it is done, under the key of who says it. Whose data are erased is not named in it: it stays when they are gone.
 */
const reasonOf = (sibling: string) => personal(safeText.min(1).max(1_000), subject.member(sibling));

/**
 * Personal data are erased at `dueAt`. Stream kind erasure-request, the guid of the key's subject; of all requests
 * about it.
 */
export const erasureRequested = defineEvent(
  'ErasureRequested',
  z.strictObject({
    erasureGuid: guid,
    ...personErased.data.shape,
    /** An invited person's `guid` is that of an invitation; an auditor's is that of the grant. */
    kind: z.enum(requestableKinds),
    requestedBy: guid,
    reason: reasonOf('requestedBy'),
    dueAt: z.iso.datetime({ precision: 3 }),
  }),
  // Version 1 had fewer kinds.
  [(data: object) => data],
);
export const erasureCancelled = defineEvent('ErasureCancelled', z.strictObject({ erasureGuid: guid }));
/** All that could be destroyed is gone: files, read models, stored bundles. */
export const erasureCompleted = defineEvent('ErasureCompleted', z.strictObject({ erasureGuid: guid }));

/**
 * What a hold protects from erasure: everything, a person wherever they are named, or an incident with all persons in
 * it.
 */
export const heldKinds = ['ORGANIZATION', 'PERSON', 'INCIDENT'] as const;
export type HeldKind = (typeof heldKinds)[number];

/** Nothing that it holds is erased until it is released. Stream: of kind legal-hold, one for each organization. */
export const legalHoldPlaced = defineEvent(
  'LegalHoldPlaced',
  z.strictObject({
    holdGuid: guid,
    kind: z.enum(heldKinds),
    /** Null of the organization. */
    guid: guid.nullable(),
    placedBy: guid,
    reason: reasonOf('placedBy'),
  }),
);
export const legalHoldReleased = defineEvent(
  'LegalHoldReleased',
  z.strictObject({ holdGuid: guid, releasedBy: guid, reason: reasonOf('releasedBy') }),
);

export const privacyEvents = [
  personErased,
  invitationErased,
  auditorErased,
  fileNameErased,
  erasureRequested,
  erasureCancelled,
  erasureCompleted,
  legalHoldPlaced,
  legalHoldReleased,
] as const;
export type PrivacyEvent = EventOf<(typeof privacyEvents)[number]>;
