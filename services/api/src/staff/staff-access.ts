import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { staffAccessStream } from '@plimsoll/contracts/staff/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** State of an access. */
export type StaffAccessState =
  | { readonly state: 'NONE' }
  | { readonly state: 'BEGUN' | 'ENDED'; readonly userGuid: string; readonly endsAt: string };

function evolveStaffAccess(access: StaffAccessState, event: RecordedOf<typeof staffAccessStream>): StaffAccessState {
  if (event.type === 'StaffAccessBegan') {
    const { userGuid, endsAt } = event.data;
    return { state: 'BEGUN', userGuid, endsAt };
  }
  return access.state === 'BEGUN' ? { ...access, state: 'ENDED' } : access;
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
