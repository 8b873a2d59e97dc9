import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined, memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import type { memberOnboardingChanged, memberReportingGroupChanged } from '@plimsoll/contracts/members/member-events';
import type { memberUserPermissionsChanged } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { Folded, Known } from '../commands/execute.ts';

export type Joined = EventOf<typeof memberJoined>['data'];
export type Joining = Omit<Joined, 'through' | 'isOnboarded'> & Partial<Joined>;
export type Roles = Omit<EventOf<typeof memberPermissionsChanged>['data'], 'userGuid'>;

/** What somebody may change of their account; null for all. */
export type AccountPermissions = Omit<EventOf<typeof memberUserPermissionsChanged>['data'], 'userGuid'> | null;

/** A person in an organization: a stranger, a member with the roles given to them last, or one who was removed. */
export type MemberState =
  | { readonly state: 'STRANGER' | 'REMOVED' }
  | ({ readonly state: 'MEMBER' } & Roles &
      Pick<Joined, 'reportingGroupGuid' | 'isOnboarded'> & { readonly userPermissions?: AccountPermissions });

export const stranger: MemberState = { state: 'STRANGER' };

export const memberStream = (tenant: string, userGuid: string): StreamId<StreamKind> => ({
  kind: 'member',
  guid: uuidv5(userGuid, tenant),
});

/** A person's membership, as a stream of a use case. */
export const foldedMember = (tenant: string, userGuid: string): Folded<MemberState> => ({
  stream: memberStream(tenant, userGuid),
  initial: stranger,
  evolve: evolveMember,
});

/** Whether the log says that somebody is an admin. */
export const isKnownAdmin = ({ state }: Known<MemberState>): boolean => state.state === 'MEMBER' && state.isAdmin;

export function evolveMember(member: MemberState, event: RecordedEvent): MemberState {
  switch (event.type) {
    case 'MemberJoined': {
      const { isAdmin, userGroups, reportingGroupGuid, isOnboarded } = event.data as Joined;
      return { state: 'MEMBER', isAdmin, userGroups, permissions: null, reportingGroupGuid, isOnboarded };
    }
    case 'MemberPermissionsChanged': {
      const { isAdmin, userGroups, permissions } = event.data as Roles;
      return { ...asMember(member, event), isAdmin, userGroups, permissions };
    }
    case 'MemberReportingGroupChanged':
      return {
        ...asMember(member, event),
        reportingGroupGuid: (event.data as EventOf<typeof memberReportingGroupChanged>['data']).reportingGroupGuid,
      };
    case 'MemberOnboardingChanged':
      return {
        ...asMember(member, event),
        isOnboarded: (event.data as EventOf<typeof memberOnboardingChanged>['data']).isOnboarded,
      };
    case 'MemberUserPermissionsChanged': {
      const { userGuid: _, ...userPermissions } = event.data as EventOf<typeof memberUserPermissionsChanged>['data'];
      return { ...asMember(member, event), userPermissions };
    }
    case 'MemberRemoved':
      return { state: 'REMOVED' };
    default:
      return member;
  }
}

/** What nobody could have decided of a stranger is a fault of the log. */
function asMember(member: MemberState, { type, stream }: RecordedEvent): Extract<MemberState, { state: 'MEMBER' }> {
  if (member.state !== 'MEMBER') throw new Error(`${type} of ${stream.guid}, who is no member`);
  return member;
}
