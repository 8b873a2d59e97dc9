import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { memberJoined, memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/event-store';
import { v5 as uuidv5 } from 'uuid';

export type Joined = EventOf<typeof memberJoined>['data'];
export type Roles = Omit<EventOf<typeof memberPermissionsChanged>['data'], 'userGuid'>;

/** A person in an organization: a stranger, a member with the roles given to them last, or one who was removed. */
export type MemberState =
  | { readonly state: 'STRANGER' | 'REMOVED' }
  | { readonly state: 'MEMBER'; readonly isAdmin: boolean; readonly userGroups: Joined['userGroups']; readonly permissions: Roles['permissions'] | null };

export const stranger: MemberState = { state: 'STRANGER' };

export const memberStream = (tenant: string, userGuid: string): StreamId<StreamKind> => ({ kind: 'member', guid: uuidv5(userGuid, tenant) });

export function evolveMember(member: MemberState, event: RecordedEvent): MemberState {
  switch (event.type) {
    case 'MemberJoined': {
      const { isAdmin, userGroups } = event.data as Joined;
      return { state: 'MEMBER', isAdmin, userGroups, permissions: null };
    }
    case 'MemberPermissionsChanged': {
      const { isAdmin, userGroups, permissions } = event.data as Roles;
      return { state: 'MEMBER', isAdmin, userGroups, permissions };
    }
    case 'MemberRemoved':
      return { state: 'REMOVED' };
    default:
      return member;
  }
}
