import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import type { Permission } from '../../../lib/session/permissions.ts';

/** The permission to change the call lists of each kind. Any of them lets people see all lists. */
export const permissionsOfCallLists: Readonly<Record<CallListTarget, Permission>> = {
  ORGANIZATION: 'UPDATE_ORGANIZATION',
  WORKSITE: 'MANAGE_WORKSITE_LOCATIONS',
  REPORTING_GROUP: 'MANAGE_REPORTING_GROUPS',
};

/** Whether someone with these permissions sees the call lists. */
export const seesCallLists = (permissions: ReadonlySet<Permission>): boolean =>
  Object.values(permissionsOfCallLists).some((permission) => permissions.has(permission));
