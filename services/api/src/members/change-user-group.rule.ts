import {
  differing,
  mayTurn,
  permissions,
  type Permission,
  type PermissionHolder,
} from '@plimsoll/contracts/permissions/permissions';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { userGroupPermissionsChanged } from '@plimsoll/contracts/members/member-events';
import { userGroups, type UserGroup } from '@plimsoll/contracts/organizations/features';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { shippedPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { v5 as uuidv5 } from 'uuid';
import { refuse, type Decision } from '../commands/decision.ts';

type Changed = EventOf<typeof userGroupPermissionsChanged>;

const isUserGroup = (name: string): name is UserGroup => (userGroups as readonly string[]).includes(name);

/**
 * Changes a user group's permissions; equal ones write nothing. Refuses: UserGroupNotFound, Forbidden for giving or
 * taking permissions that the actor lacks.
 */
export function changeUserGroup(
  {
    name,
    asked,
    actor,
  }: { readonly name: string; readonly asked: readonly Permission[]; readonly actor: PermissionHolder },
  changed: ReadonlySet<Permission> | null,
): Decision<Changed> {
  if (!isUserGroup(name)) return refuse('UserGroupNotFound');
  const [before, after] = [changed ?? shippedPermissions[name], new Set(asked)];
  if (differing(before, after).length === 0) return [];
  if (!mayTurn(actor, before, after)) return refuse('Forbidden');
  return [
    {
      type: 'UserGroupPermissionsChanged',
      data: { userGroup: name, permissions: permissions.filter((permission) => after.has(permission)) },
    },
  ];
}

export const userGroupStream = (tenant: string, name: string): StreamId<StreamKind> => ({
  kind: 'user-group',
  guid: uuidv5(`user-group/${name}`, tenant),
});
