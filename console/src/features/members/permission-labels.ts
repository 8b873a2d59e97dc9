import type { Permission } from '../../lib/session/permissions.ts';

interface PermissionLabel {
  label: string;
  /** Explains what the label leaves open. */
  hint?: string;
}

/** Labels of the 23 permissions. */
export const permissionLabels: Readonly<Record<Permission, PermissionLabel>> = {
  CREATE_EVENTS_ON_OTHERS_BEHALF: { label: 'Report for others', hint: 'Everybody reports for themselves' },
  VIEW_OTHER_USERS_EVENTS: { label: 'See the events of others' },
  SEE_INJURY_DATA: { label: 'See sensitive events of others', hint: 'Such as injuries' },
  MODIFY_EVENTS_ON_OTHERS_BEHALF: {
    label: 'Edit the events of others',
    hint: 'Those that they see, until they are reviewed',
  },
  REVIEW_EVENTS: { label: 'Review events', hint: 'When they are named as the reviewer' },
  ASSIGN_SELF_EVENT_REVIEW: { label: 'Name themselves as the reviewer' },
  APPROVE_EVENTS: { label: 'Approve events', hint: 'When they are named as the approver' },
  ASSIGN_SELF_EVENT_APPROVE: { label: 'Name themselves as the approver' },
  ALWAYS_MODIFY_EVENTS: {
    label: 'Change every event, whatever its state',
    hint: 'Edit, reassign, return, reopen, delete, restore',
  },
  DOWNLOAD_CSV_EVENTS: { label: 'Download lists of events' },
  VIEW_AND_SET_MONTHLY_METRICS: { label: 'Enter hours and kilometres, set limits' },
  CREATE_AND_MANAGE_EVENT_FORMS: { label: 'Make and change forms' },
  VIEW_ORGANIZATION_MEMBER_ROLES: { label: 'See addresses, roles and rights' },
  UPDATE_ORGANIZATION_MEMBER_ROLES: { label: 'Change roles and rights', hint: 'No more than they hold themselves' },
  UPDATE_ORGANIZATION_MEMBER: { label: 'Change reporting groups and industries of people' },
  REMOVE_ORGANIZATION_MEMBERS: { label: 'Remove people' },
  VIEW_ORGANIZATION_INVITATIONS: { label: 'See invitations and requests to join' },
  CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS: { label: 'Invite people and answer requests to join' },
  UPDATE_ORGANIZATION: { label: 'Change the organization', hint: 'Its name, size, time zone and modules' },
  UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES: { label: 'Change its locations and industries' },
  MANAGE_WORKSITE_LOCATIONS: { label: 'Manage worksites' },
  MANAGE_REPORTING_GROUPS: { label: 'Manage reporting groups' },
  VIEW_AND_MANAGE_BILLING_SUBSCRIPTION: { label: 'See and change the subscription' },
};

/** Permissions grouped by topic, in display order. */
export const permissionGroups: readonly { title: string; permissions: readonly Permission[] }[] = [
  {
    title: 'Events',
    permissions: [
      'CREATE_EVENTS_ON_OTHERS_BEHALF',
      'VIEW_OTHER_USERS_EVENTS',
      'SEE_INJURY_DATA',
      'MODIFY_EVENTS_ON_OTHERS_BEHALF',
      'REVIEW_EVENTS',
      'ASSIGN_SELF_EVENT_REVIEW',
      'APPROVE_EVENTS',
      'ASSIGN_SELF_EVENT_APPROVE',
      'ALWAYS_MODIFY_EVENTS',
      'DOWNLOAD_CSV_EVENTS',
      'VIEW_AND_SET_MONTHLY_METRICS',
      'CREATE_AND_MANAGE_EVENT_FORMS',
    ],
  },
  {
    title: 'People',
    permissions: [
      'VIEW_ORGANIZATION_MEMBER_ROLES',
      'UPDATE_ORGANIZATION_MEMBER_ROLES',
      'UPDATE_ORGANIZATION_MEMBER',
      'REMOVE_ORGANIZATION_MEMBERS',
      'VIEW_ORGANIZATION_INVITATIONS',
      'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS',
    ],
  },
  {
    title: 'The organization',
    permissions: [
      'UPDATE_ORGANIZATION',
      'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES',
      'MANAGE_WORKSITE_LOCATIONS',
      'MANAGE_REPORTING_GROUPS',
      'VIEW_AND_MANAGE_BILLING_SUBSCRIPTION',
    ],
  },
];

/** All permissions in display order. */
export const shownPermissions: readonly Permission[] = permissionGroups.flatMap(({ permissions }) => permissions);
