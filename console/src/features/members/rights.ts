import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { allPermissions, decodePermissions, mayTurn } from '@plimsoll/contracts/permissions/permissions';
import type { Permission } from '../../lib/session/permissions.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { groupsOf, roles, type Role } from './role-labels.ts';

/** Effective permissions of a member. */
export const permissionsOf = ({
  isAdmin,
  permissions,
}: Pick<Membership, 'isAdmin' | 'permissions'>): ReadonlySet<Permission> =>
  isAdmin ? allPermissions : decodePermissions(permissions);

/** Union of the permissions of some groups. */
export const permissionsOfGroups = (
  names: readonly UserGroup[],
  groups: readonly UserGroupAnswer[],
): ReadonlySet<Permission> =>
  new Set(groups.flatMap(({ name, permissions }) => (names.includes(name) ? permissions : [])));

/** Permissions that a person would have with a role. Own permissions replace those of the groups. */
export function permissionsWithRole(
  role: Role,
  ownPermissions: readonly Permission[] | null,
  groups: readonly UserGroupAnswer[],
): ReadonlySet<Permission> {
  if (role === 'ADMIN') return allPermissions;
  return ownPermissions ? new Set(ownPermissions) : permissionsOfGroups(groupsOf[role], groups);
}

/** Rights of the current user to give and take roles and permissions. */
export function useGranter() {
  const { organization, permissions } = useStarted();
  const actor = { isAdmin: organization.isAdmin, permissions };
  return {
    isAdmin: organization.isAdmin,
    mayTurn: (before: ReadonlySet<Permission>, after: ReadonlySet<Permission>) => mayTurn(actor, before, after),
    /** Roles that may be given to new members. `groups` is empty for users who may not see roles. */
    grantableRoles: (groups: readonly UserGroupAnswer[]): Role[] =>
      roles.filter((role) =>
        role === 'ADMIN'
          ? organization.isAdmin
          : mayTurn(actor, new Set(), permissionsOfGroups(groupsOf[role], groups)),
      ),
  };
}
