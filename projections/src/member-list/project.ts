import { memberJoined, memberPermissionsChanged, memberRemoved, type OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { Permission } from '@plimsoll/contracts/permissions';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Table } from '../runner/projection.ts';

export interface MemberRow {
  user_guid: string;
  name: string;
  email_address: string;
  is_admin: boolean;
  user_groups: readonly UserGroup[];
  reporting_group_guid: string | null;
  permissions: readonly Permission[] | null;
  is_removed: boolean;
  joined_at: string;
}

export const memberTable: Table<MemberRow> = {
  name: 'member_list_v1',
  key: ['user_guid'],
  columns: {
    user_guid: 'uuid', name: 'text', email_address: 'text', is_admin: 'boolean', user_groups: 'text[]', reporting_group_guid: 'uuid',
    permissions: 'text[]', is_removed: 'boolean', joined_at: 'timestamptz',
  },
};

type MemberEvent = RecordedEvent & Extract<OrganizationEvent, { type: `Member${string}` }>;

/** Who belongs, or belonged, to an organization, and what they may do there. */
export const memberList: Projection = {
  name: 'member-list',
  tables: [memberTable],
  eventTypes: new Set([memberJoined.type, memberPermissionsChanged.type, memberRemoved.type]),
  needs: (events) => [
    { table: memberTable, keys: (events as readonly MemberEvent[]).filter(({ type }) => type !== 'MemberJoined').map(({ data }) => [data.userGuid]) },
  ],
  project(events, rows) {
    for (const event of events as readonly MemberEvent[]) {
      if (event.type === 'MemberJoined') {
        const { userGuid, name, emailAddress, isAdmin, userGroups, reportingGroupGuid } = event.data;
        rows.put(memberTable, {
          user_guid: userGuid, name, email_address: emailAddress, is_admin: isAdmin, user_groups: userGroups,
          reporting_group_guid: reportingGroupGuid, permissions: null, is_removed: false, joined_at: event.metadata.at,
        });
        continue;
      }
      const member = rows.get(memberTable, event.data.userGuid);
      if (!member) throw new Error(`${event.type} of somebody who never joined`);
      if (event.type === 'MemberRemoved') {
        rows.put(memberTable, { ...member, is_removed: true });
      } else {
        const { isAdmin, userGroups, permissions } = event.data;
        rows.put(memberTable, { ...member, is_admin: isAdmin, user_groups: userGroups, permissions });
      }
    }
  },
};
