import type { Answer } from '../api/operation.ts';
import { formQuery } from '../api/form-queries.ts';
import { query } from '../api/query.ts';
import { queryClient } from '../api/query-client.ts';
import { keepNewest, sealedDrafts } from '../forms/sealed-drafts.ts';
import { storedPerson } from './device-key.ts';

/** An event as its reader last saw it, with its form, which names the answers. */
interface StoredEvent {
  incident: Answer<'getIncident'>;
  form: Answer<'getForm'>;
}

/** Stores at most this many events of an organization. */
const MAX_EVENTS = 50;

const prefixOf = (person: string, organizationGuid = ''): string => `event:${person}:${organizationGuid}`;
const keyOf = (person: string, organizationGuid: string, eventId: string): string =>
  `${prefixOf(person, organizationGuid)}:${eventId}`;
const incidentKey = (organizationGuid: string, eventId: string) =>
  query('getIncident', { params: { eventId }, query: { organizationGuid } }).queryKey;

/**
 * Stores an event that was read, encrypted, so that it can be read without a network. The newest are stored for a week,
 * while their reader is signed in on this device.
 */
export async function storeEvent(
  person: string,
  organizationGuid: string,
  incident: Answer<'getIncident'>,
  readAt: number,
): Promise<void> {
  if (!sealedDrafts.isLasting) return;
  const form = await queryClient.ensureQueryData(formQuery(organizationGuid, incident.formGuid, incident.formVersion));
  const value: StoredEvent = { incident, form };
  await sealedDrafts.set(keyOf(person, organizationGuid, incident.eventId), {
    value,
    savedAt: new Date(readAt).toISOString(),
  });
  await keepNewest(prefixOf(person, organizationGuid), MAX_EVENTS);
}

/** Deletes an event that its reader may not see any more. */
export const dropStoredEvent = (person: string, organizationGuid: string, eventId: string): Promise<void> =>
  sealedDrafts.del(keyOf(person, organizationGuid, eventId));

/** Answers the queries of an event's page from what is stored on this device, with its age. Never fails. */
export async function openStoredEvent(organizationGuid: string, eventId: string): Promise<void> {
  const queryKey = incidentKey(organizationGuid, eventId);
  const person = await storedPerson();
  if (!person || queryClient.getQueryData(queryKey) !== undefined) return;
  const stored = await sealedDrafts.get(keyOf(person, organizationGuid, eventId)).catch(() => undefined);
  if (!stored) return;
  const { incident, form } = stored.value as StoredEvent;
  const at = { updatedAt: Date.parse(stored.savedAt) };
  queryClient.setQueryData(formQuery(organizationGuid, incident.formGuid, incident.formVersion).queryKey, form, at);
  queryClient.setQueryData(queryKey, incident, at);
}

export interface StoredEventSummary {
  eventId: string;
  organizationGuid: string;
  number: number;
  heading: string;
  savedAt: string;
}

/** Events that the user who is signed in on this device can read without a network, the last read first. */
export async function listStoredEvents(): Promise<StoredEventSummary[]> {
  const person = await storedPerson();
  if (!person) return [];
  const stored = await sealedDrafts.list(prefixOf(person));
  return stored.map(({ key, savedAt, value }) => {
    const { eventId, number, heading } = (value as StoredEvent).incident;
    return { eventId, organizationGuid: key.split(':')[2]!, number, heading, savedAt };
  });
}
