import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffAccessBegan } from '@plimsoll/contracts/staff/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Folded } from '../commands/execute.ts';

/** An access, as its stream tells of it. */
export type StaffAccessState =
  | { readonly state: 'NONE' }
  | { readonly state: 'BEGUN' | 'ENDED'; readonly userGuid: string; readonly endsAt: string };

function evolve(access: StaffAccessState, { type, data }: RecordedEvent): StaffAccessState {
  if (type === 'StaffAccessBegan') {
    const { userGuid, endsAt } = data as EventOf<typeof staffAccessBegan>['data'];
    return { state: 'BEGUN', userGuid, endsAt };
  }
  return type === 'StaffAccessEnded' && access.state === 'BEGUN' ? { ...access, state: 'ENDED' } : access;
}

/** An access, as a stream of a use case. */
export const foldedStaffAccess = (guid: string): Folded<StaffAccessState> => ({
  stream: { kind: 'staff-access', guid },
  initial: { state: 'NONE' },
  evolve,
});

/** A command of our staff, who belong to no organization, as one of the organization's log. */
export function envelopeIn(tenant: string, envelope: CommandEnvelope): CommandEnvelope {
  const commandId = nameBasedGuid(`staff by ${envelope.commandId}`, tenant);
  return { ...envelope, tenant, commandId, metadata: { ...envelope.metadata, commandId }, expectedRevision: null };
}
