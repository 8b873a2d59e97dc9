import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { UpdateOrganizationRequest } from '@plimsoll/contracts/organizations/settings';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Refusal } from '../commands/decision.ts';
import { execute, isExecuted, staleAt, type Outcome, type UseCase } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  entryDecider,
  entryStream,
  idReservation,
  loadEntry,
  type OrganizationEntry,
} from './founding/organization-entry.ts';
import { organizationDecider, organizationStream, type Organization, type SetName } from './organization.ts';

export type OrganizationChanges = UpdateOrganizationRequest;

/** New name and ID of an organization. */
export type Names = Pick<OrganizationChanges, 'name' | 'username'>;

/**
 * Sets an organization's names in the installation's log; creates the entry of one that was founded before entries
 * existed. Equal names write nothing.
 */
export function setNames(
  organizationGuid: string,
  { name, username }: Names,
  current: string,
  entry: OrganizationEntry | null,
): OrganizationEvent[] {
  if (!entry) {
    return [
      {
        type: 'OrganizationRegistered',
        data: {
          organizationGuid,
          name: name ?? current,
          username: username ?? null,
          founderGuid: null,
          founding: null,
          utmCodes: null,
        },
      },
    ];
  }
  return [
    ...(name === undefined || name === entry.name.is
      ? []
      : [{ type: 'RegisteredNameChanged' as const, data: { organizationGuid, name } }]),
    ...(username === undefined || username === entry.username.is
      ? []
      : [{ type: 'RegisteredIdChanged' as const, data: { organizationGuid, username } }]),
  ];
}

/** Whether the entry has a newer name than the organization's own log. */
const isNewer = <Name>(entered: SetName<Name>, own: SetName<string | null>): boolean =>
  entered.entryRevision > own.entryRevision && entered.is !== own.is && entered.is !== null;

/** One event for each changed setting. Names are copied from the entry, regardless of which command set them there. */
export function updateOrganization(
  organization: Organization,
  { sizeRange, timeZone, onboardingStatus }: OrganizationChanges,
  entry: Pick<OrganizationEntry, 'name' | 'username'> | null,
): OrganizationEvent[] {
  const events: OrganizationEvent[] = [];
  if (entry && isNewer(entry.name, organization.name))
    events.push({
      type: 'OrganizationRenamed',
      data: { name: entry.name.is, entryRevision: entry.name.entryRevision },
    });
  if (entry && isNewer(entry.username, organization.username))
    events.push({
      type: 'OrganizationIdChanged',
      data: { username: entry.username.is!, entryRevision: entry.username.entryRevision },
    });
  if (sizeRange !== undefined && sizeRange !== organization.sizeRange)
    events.push({ type: 'OrganizationSizeChanged', data: { sizeRange } });
  if (timeZone !== undefined && timeZone !== organization.timeZone)
    events.push({ type: 'OrganizationTimeZoneChanged', data: { timeZone } });
  if (onboardingStatus !== undefined && onboardingStatus !== organization.onboardingStatus)
    events.push({ type: 'OrganizationOnboarded', data: {} });
  return events;
}

/** Use case that updates an organization in its own log. */
export const updatingOrganization = (
  tenant: string,
  changes: OrganizationChanges,
  entry: OrganizationEntry | null,
): UseCase<Organization | null, []> => ({
  own: organizationDecider.of(tenant),
  decide: ({ stream, state }) =>
    state
      ? { records: updateOrganization(state, changes, entry).map((event) => ({ stream, event })) }
      : refuse('OrganizationNotFound'),
});

/** Envelope for the part of the command that is written to the installation's log. */
export const namingEnvelope = (envelope: CommandEnvelope): CommandEnvelope => {
  const commandId = nameBasedGuid(`names by ${envelope.commandId}`, INSTALLATION_TENANT);
  return {
    ...envelope,
    tenant: INSTALLATION_TENANT,
    commandId,
    metadata: { ...envelope.metadata, commandId },
    expectedRevision: null,
  };
};

/** Use case that sets an organization's names in the installation's log. */
export const namingUseCase = (
  organizationGuid: string,
  names: Names,
  current: string,
): UseCase<OrganizationEntry | null, []> => ({
  own: entryDecider.of(organizationGuid),
  decide: ({ stream, state: entry }) => {
    const events = setNames(organizationGuid, names, current, entry);
    const [wanted, held] = [names.username, entry?.username.is ?? undefined].map((username) =>
      username === undefined ? undefined : idReservation(username),
    );
    const isMoving = wanted !== undefined && wanted.key !== held?.key;
    return {
      records: events.map((event) => ({ stream, event })),
      ...(isMoving && { reservations: [wanted] }),
      ...(isMoving && held && { releases: [held.key] }),
    };
  },
});

/**
 * Changes an organization's names, size or time zone, or completes its onboarding. Names are set in the installation's
 * log first, and the rest, including the names, is then written to the organization's own log. Repeating the command
 * completes one that failed halfway. Refuses: OrganizationNotFound, DuplicateUsername.
 */
export const UpdateOrganization = defineCommand({
  name: 'UpdateOrganization',
  handle:
    () =>
    async (store, envelope, changes: OrganizationChanges): Promise<Outcome> => {
      const { tenant, expectedRevision } = envelope;
      if (changes.name === undefined && changes.username === undefined)
        return execute(store, envelope, updatingOrganization(tenant, changes, null));
      const before = await store.load(tenant, organizationStream(tenant), envelope);
      if (before.status === 'reused') return refuse('IdempotencyKeyReused');
      if (before.status === 'repeated') return { ...before, changed: true, repeated: true };
      const organization = organizationDecider.fold(before.events);
      if (!organization) return refuse('OrganizationNotFound');
      const isStale = expectedRevision !== null && expectedRevision !== before.revision;
      if (isStale && !(await isSettled(store, envelope))) return staleAt(before.revision);
      const settled = await execute(
        store,
        namingEnvelope(envelope),
        namingUseCase(tenant, changes, organization.name.is),
      );
      if (!isExecuted(settled)) return asOrganizationRefusal(settled, before.revision);
      return execute(
        store,
        { ...envelope, expectedRevision: null },
        updatingOrganization(tenant, changes, await loadEntry(store, tenant)),
      );
    },
});

/**
 * Whether this command already wrote to the installation's log before it was interrupted; it then continues, whatever
 * happened since.
 */
async function isSettled(store: EventStore, envelope: CommandEnvelope): Promise<boolean> {
  return (
    (await store.load(INSTALLATION_TENANT, entryStream(envelope.tenant), namingEnvelope(envelope))).status ===
    'repeated'
  );
}

/**
 * Converts a refusal of the installation's log: field and text for the organization's ID, and the organization's own
 * revision.
 */
const asOrganizationRefusal = (refusal: Refusal, currentRevision: number): Refusal =>
  refusal.refused === 'DuplicateUsername'
    ? {
        ...refusal,
        fieldErrors: [fieldError('username', 'DuplicateUsername', fieldTexts.organizationIdTaken)],
        facts: { currentRevision },
      }
    : { ...refusal, facts: { currentRevision } };
