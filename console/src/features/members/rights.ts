import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { allPermissions, decodePermissions, mayTurn } from '@plimsoll/contracts/permissions/permissions';
import type { Permission } from '../../lib/session/permissions.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { groupsOf, roles, type Role } from './role-labels.ts';

/** What a member may do in the end. */
export const heldBy = ({
  isAdmin,
  permissions,
}: Pick<Membership, 'isAdmin' | 'permissions'>): ReadonlySet<Permission> =>
  isAdmin ? allPermissions : decodePermissions(permissions);

/** What groups give together. */
export const givenBy = (names: readonly UserGroup[], groups: readonly UserGroupAnswer[]): ReadonlySet<Permission> =>
  new Set(groups.flatMap(({ name, permissions }) => (names.includes(name) ? permissions : [])));

/** What somebody may do whose role is another one: rights of their own stand in place of what the groups give. */
export function heldAs(
  role: Role,
  ownPermissions: readonly Permission[] | null,
  groups: readonly UserGroupAnswer[],
): ReadonlySet<Permission> {
  if (role === 'ADMIN') return allPermissions;
  return ownPermissions ? new Set(ownPermissions) : givenBy(groupsOf[role], groups);
}

/** Whoever looks, as the one who gives and takes rights. */
export function useGiver() {
  const { organization, permissions } = useStarted();
  const actor = { isAdmin: organization.isAdmin, permissions };
  return {
    isAdmin: organization.isAdmin,
    mayTurn: (before: ReadonlySet<Permission>, after: ReadonlySet<Permission>) => mayTurn(actor, before, after),
    /** The roles that they may give to somebody who joins; what groups give is known to those alone who may see roles. */
    rolesToGive: (groups: readonly UserGroupAnswer[]): Role[] =>
      roles.filter((role) =>
        role === 'ADMIN' ? organization.isAdmin : mayTurn(actor, new Set(), givenBy(groupsOf[role], groups)),
      ),
  };
}
