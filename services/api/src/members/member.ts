import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined, memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import type { memberUserPermissionsChanged } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import * as streams from '@plimsoll/contracts/members/streams';
import { decider, type LoadedState, type RecordedOf } from '../commands/decider.ts';

export type Joined = EventOf<typeof memberJoined>['data'];
export type Joining = Omit<Joined, 'through' | 'isOnboarded'> & Partial<Joined>;
export type Roles = Omit<EventOf<typeof memberPermissionsChanged>['data'], 'userGuid'>;

/** What a member may change in their account; null for everything. */
export type AccountPermissions = Omit<EventOf<typeof memberUserPermissionsChanged>['data'], 'userGuid'> | null;

/** Membership of a person: never a member, a member with their current roles, or removed. */
export type MemberState =
  | { readonly state: 'STRANGER' | 'REMOVED' }
  | ({ readonly state: 'MEMBER' } & Roles &
      Pick<Joined, 'reportingGroupGuid' | 'isOnboarded'> & { readonly userPermissions?: AccountPermissions });

export const stranger: MemberState = { state: 'STRANGER' };

export const memberStream = (tenant: string, userGuid: string): StreamId<StreamKind> => ({
  kind: 'member',
  guid: uuidv5(userGuid, tenant),
});

/** Whether a loaded member is an admin. */
export const isKnownAdmin = ({ state }: LoadedState<MemberState>): boolean => state.state === 'MEMBER' && state.isAdmin;

export function evolveMember(member: MemberState, event: RecordedOf<typeof streams.memberStream>): MemberState {
  switch (event.type) {
    case 'MemberJoined': {
      const { isAdmin, userGroups, reportingGroupGuid, isOnboarded } = event.data;
      return { state: 'MEMBER', isAdmin, userGroups, permissions: null, reportingGroupGuid, isOnboarded };
    }
    case 'MemberPermissionsChanged': {
      const { isAdmin, userGroups, permissions } = event.data;
      return { ...asMember(member, event), isAdmin, userGroups, permissions };
    }
    case 'MemberReportingGroupChanged':
      return {
        ...asMember(member, event),
        reportingGroupGuid: event.data.reportingGroupGuid,
      };
    case 'MemberOnboardingChanged':
      return {
        ...asMember(member, event),
        isOnboarded: event.data.isOnboarded,
      };
    case 'MemberUserPermissionsChanged': {
      const { userGuid: _, ...userPermissions } = event.data;
      return { ...asMember(member, event), userPermissions };
    }
    case 'MemberRemoved':
      return { state: 'REMOVED' };
    default:
      return member;
  }
}

/** Throws for an event that no decision could have written for a non-member. */
function asMember(
  member: MemberState,
  { type, stream }: Pick<RecordedEvent, 'type' | 'stream'>,
): Extract<MemberState, { state: 'MEMBER' }> {
  if (member.state !== 'MEMBER') throw new Error(`${type} of ${stream.guid}, who is no member`);
  return member;
}

/** Decider of a membership; its stream guid is derived from organization and person. */
export const memberDecider = decider({
  stream: streams.memberStream,
  initial: stranger,
  evolve: evolveMember,
  guid: (tenant: string, userGuid: string) => memberStream(tenant, userGuid).guid,
});
