import type { PersonKind } from '@plimsoll/contracts/kernel/domain-event';
import type { StreamId } from '../port/event-store.ts';
import { nameBasedGuid } from '../port/name-based-guid.ts';

/**
 * Whose data a key seals. A person involved in an incident is a subject of that incident only, whatever guid they have
 * elsewhere; the incident's text has its own key. An invitation has a key too, since its recipient's account is not
 * known yet; it is erased with them. An external auditor's key is that of their grant. The name of a file has a key that
 * goes with any person whom the file shows, and with the text of its incident.
 */
export type Subject =
  | { readonly kind: 'USER'; readonly guid: string }
  | { readonly kind: 'INVITATION' | 'AUDITOR'; readonly guid: string }
  | { readonly kind: 'MEMBER' | 'INCIDENT_TEXT'; readonly guid: string }
  | { readonly kind: 'FILE_NAME'; readonly guid: string }
  | { readonly kind: 'INJURED' | 'RELATED'; readonly incidentGuid: string; readonly guid: string };

/**
 * Whether a destroyed key must never be created again: true for persons and invitations, false for the text of an
 * incident and the name of a file, which may be written again.
 */
export const isPerson = ({ kind }: Subject): boolean => kind !== 'INCIDENT_TEXT' && kind !== 'FILE_NAME';

/** Returns the guid of a subject's key: a name-based guid of kind, record and person in the tenant's namespace. */
export function subjectOf(tenant: string, subject: Subject): string {
  switch (subject.kind) {
    case 'USER':
      return personSubject(tenant, 'user', '', subject.guid);
    case 'MEMBER':
      return personSubject(tenant, 'member', '', subject.guid);
    case 'INJURED':
      return personSubject(tenant, 'injured', subject.incidentGuid, subject.guid);
    case 'RELATED':
      return personSubject(tenant, 'related', subject.incidentGuid, subject.guid);
    case 'INCIDENT_TEXT':
      return textSubject(tenant, { kind: 'incident', guid: subject.guid });
    case 'INVITATION':
      return textSubject(tenant, { kind: 'invitation', guid: subject.guid });
    case 'FILE_NAME':
      return textSubject(tenant, { kind: 'attachment', guid: subject.guid });
    case 'AUDITOR':
      return textSubject(tenant, { kind: 'auditor-grant', guid: subject.guid });
  }
}

/** Returns the guid of the key of a stream's own text. */
export const textSubject = (tenant: string, { kind, guid }: StreamId): string =>
  nameBasedGuid(`${kind}-text:${guid.toLowerCase()}`, tenant);

/**
 * Returns the guid of a person's key.
 * @param record the guid of the written stream; ignored for accounts and members, which have one key in all streams.
 */
export const personSubject = (tenant: string, kind: PersonKind, record: string, guid: string): string =>
  nameBasedGuid(
    kind === 'injured' || kind === 'related'
      ? `${kind}:${record.toLowerCase()}:${guid.toLowerCase()}`
      : `${kind}:${guid.toLowerCase()}`,
    tenant,
  );
