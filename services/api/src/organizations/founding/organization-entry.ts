import type { EventMetadata, EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { organizationRegistered } from '@plimsoll/contracts/organizations/events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Reservation } from '../../commands/execute.ts';
import type { SetName } from '../organization.ts';
import { registeredOrganizationStream } from '@plimsoll/contracts/organizations/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';
import { heldBy, nameKind } from '../../commands/reserved-name.ts';

type Registered = EventOf<typeof organizationRegistered>['data'];

/** An organization's entry in the installation's log: its names, and the data needed to found it. */
export interface OrganizationEntry {
  readonly name: SetName<string>;
  readonly username: SetName<string | null>;
  readonly registered: Registered;
  /** Metadata of the command that registered it, and of the latest one that changed it. */
  readonly metadata: { readonly first: EventMetadata; readonly newest: EventMetadata };
}

function evolveEntry(
  entry: OrganizationEntry | null,
  event: RecordedOf<typeof registeredOrganizationStream>,
): OrganizationEntry | null {
  const { revision: entryRevision, metadata: newest } = event;
  if (event.type === 'OrganizationRegistered') {
    return {
      name: { is: event.data.name, entryRevision },
      username: { is: event.data.username, entryRevision },
      registered: event.data,
      metadata: { first: newest, newest },
    };
  }
  if (!entry) return entry;
  const metadata = { ...entry.metadata, newest };
  if (event.type === 'RegisteredNameChanged')
    return { ...entry, metadata, name: { is: event.data.name, entryRevision } };
  return event.type === 'RegisteredIdChanged'
    ? { ...entry, metadata, username: { is: event.data.username, entryRevision } }
    : entry;
}

export const entryStream = (organizationGuid: string): StreamId<StreamKind> => ({
  kind: 'registered-organization',
  guid: organizationGuid,
});

export const entryDecider = decider({
  stream: registeredOrganizationStream,
  initial: null as OrganizationEntry | null,
  evolve: evolveEntry,
});

const idKind = nameKind('organization ID', (username: string) => `organization-id:${username.toLowerCase()}`);

/** Reserves an ID for one organization, regardless of case. */
export const idReservation = (username: string): Reservation => ({
  key: idKind.of(username),
  taken: 'DuplicateUsername',
});

export const organizationIds = heldBy(entryDecider, [
  idKind,
  (entry) => (entry?.username.is ? [idKind.of(entry.username.is)] : []),
]);

/** Loads an organization's entry; null if there is none. */
export async function loadEntry(
  store: Pick<EventStore, 'load'>,
  organizationGuid: string,
): Promise<OrganizationEntry | null> {
  return (await entryDecider.of(organizationGuid).load(store, INSTALLATION_TENANT)).state;
}
