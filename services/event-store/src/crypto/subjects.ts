import type { PersonKind } from '@plimsoll/contracts/kernel/domain-event';
import type { StreamId } from '../port/event-store.ts';
import { nameBasedGuid } from '../port/name-based-guid.ts';

/**
 * Whose data a key seals. People of incidents are people of one incident alone, whatever guid they have elsewhere;
 * what is written about an incident has the incident's own key. An invitation has one too, since nobody knows yet whom it
 * invites: it goes with them.
 */
export type Subject =
  | { readonly kind: 'USER'; readonly guid: string }
  | { readonly kind: 'INVITATION'; readonly guid: string }
  | { readonly kind: 'MEMBER' | 'INCIDENT_TEXT'; readonly guid: string }
  | { readonly kind: 'INJURED' | 'RELATED'; readonly incidentGuid: string; readonly guid: string };

/** Of a text a new key may be made after an erasure, of a person and of what invited them never. */
export const isPerson = ({ kind }: Subject): boolean => kind !== 'INCIDENT_TEXT';

/** The guid by which the vault knows a subject: that of its kind, its record and its person in the namespace of the tenant. */
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
  }
}

/** The text of a stream itself. */
export const textSubject = (tenant: string, { kind, guid }: StreamId): string =>
  nameBasedGuid(`${kind}-text:${guid.toLowerCase()}`, tenant);

/** @param record the guid of the stream that is written; accounts and members are the same in all of them. */
export const personSubject = (tenant: string, kind: PersonKind, record: string, guid: string): string =>
  nameBasedGuid(
    kind === 'injured' || kind === 'related'
      ? `${kind}:${record.toLowerCase()}:${guid.toLowerCase()}`
      : `${kind}:${guid.toLowerCase()}`,
    tenant,
  );
