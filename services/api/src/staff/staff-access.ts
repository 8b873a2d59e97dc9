import { STAFF_RETURN_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { isTurnedOut } from '@plimsoll/projections/staff/staff-access-list/project';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { staffAccessStream } from '@plimsoll/contracts/staff/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** State of an access. */
export type StaffAccessState =
  | { readonly state: 'NONE' }
  | {
      readonly state: 'BEGUN' | 'ENDED';
      readonly userGuid: string;
      readonly endsAt: string;
      /** When the organization ended it; null if it did not. */
      readonly turnedOutAt: string | null;
      /** When the organization let its holder return. */
      readonly allowedAt: string | null;
    };

const RETURN_MS = STAFF_RETURN_HOURS * 3_600_000;

/** Whether an end may still keep someone out. */
export const isRecent = (endedAt: string, now: Date): boolean => Date.parse(endedAt) + RETURN_MS > now.getTime();

/** An end of an access by the organization, and when it let its holder return. */
export interface TurnedOut {
  readonly turnedOutAt: string | null;
  readonly allowedAt: string | null;
}

/**
 * When someone may return to an organization that ended accesses of theirs; null if they may now. A later consent
 * counts for all of them.
 */
export function returnsAt(accesses: readonly TurnedOut[], now: Date): string | null {
  const newest = (times: readonly (string | null)[]): string =>
    times.reduce<string>((a, b) => (b && b > a ? b : a), '');
  const turnedOutAt = newest(accesses.map((access) => access.turnedOutAt));
  if (turnedOutAt === '' || newest(accesses.map(({ allowedAt }) => allowedAt)) >= turnedOutAt) return null;
  const at = new Date(Date.parse(turnedOutAt) + RETURN_MS);
  return at > now ? at.toISOString() : null;
}

function evolveStaffAccess(access: StaffAccessState, event: RecordedOf<typeof staffAccessStream>): StaffAccessState {
  if (event.type === 'StaffAccessBegan') {
    const { userGuid, endsAt } = event.data;
    return { state: 'BEGUN', userGuid, endsAt, turnedOutAt: null, allowedAt: null };
  }
  if (access.state === 'NONE') return access;
  if (event.type === 'StaffReturnAllowed') return { ...access, allowedAt: event.metadata.at };
  const { data, metadata } = event;
  return access.state === 'ENDED'
    ? access
    : { ...access, state: 'ENDED', turnedOutAt: isTurnedOut(data, metadata) ? metadata.at : null };
}

export const staffAccessDecider = decider({
  stream: staffAccessStream,
  initial: { state: 'NONE' } as StaffAccessState,
  evolve: evolveStaffAccess,
});

/**
 * Envelope of a staff command in the organization's log, with a command id derived for it: staff belong to no
 * organization.
 */
export function envelopeIn(tenant: string, envelope: CommandEnvelope): CommandEnvelope {
  const commandId = nameBasedGuid(`staff by ${envelope.commandId}`, tenant);
  return { ...envelope, tenant, commandId, metadata: { ...envelope.metadata, commandId }, expectedRevision: null };
}
