import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { userGroups, type UserGroup } from '@plimsoll/contracts/organizations/features';
import { mayTurn, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import type { GroupPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { CurrentGroups } from '../units/reporting-group.ts';

/** The organization's current groups, which roles refer to. */
export interface RoleFacts {
  readonly groups: GroupPermissions;
  /**
   * Groups that members may be assigned to, by each guid that resolves to them: an archived group's guid resolves to
   * the group that took over its members.
   */
  readonly reportingGroups: ReadonlyMap<string, string>;
  readonly currentGroups: CurrentGroups;
}

/** Requested roles; undefined fields stay unchanged. */
export interface RequestedRoles {
  readonly isAdmin?: boolean | undefined;
  readonly organizationUserGroups?: readonly string[] | undefined;
  readonly reportingGroupGuid?: string | null | undefined;
}

/** Roles of a person who joins. */
export interface JoiningRoles {
  readonly isAdmin: boolean;
  readonly userGroups: UserGroup[];
  readonly reportingGroupGuid: string | null;
}

const isGroup = (name: string): name is UserGroup => (userGroups as readonly string[]).includes(name);
const refuseField = (refused: ErrorClass, field: string): Refusal =>
  refuse(refused, { fieldErrors: [{ field, className: refused, message: textOf(refused) }] });

/** Refusal of roles that nobody can give, else null: unknown groups, then duplicate ones. */
export function rolesError(
  { organizationUserGroups = [], reportingGroupGuid }: RequestedRoles,
  { reportingGroups }: RoleFacts,
): Refusal | null {
  if (!organizationUserGroups.every(isGroup)) return refuseField('UserGroupNotFound', 'organizationUserGroups');
  if (reportingGroupGuid && !reportingGroups.has(reportingGroupGuid))
    return refuseField('ReportingGroupNotFound', 'reportingGroupGuid');
  return new Set(organizationUserGroups).size < organizationUserGroups.length
    ? refuseField('DuplicateUserGroup', 'organizationUserGroups')
    : null;
}

/** The names that are known user groups. */
export const knownGroups = (names: readonly string[]): UserGroup[] => names.filter(isGroup);

/** Whether someone may give these roles to a person who joins: only admins make admins, no one gives what they lack. */
export function mayGiveRoles(
  { isAdmin, userGroups }: Pick<JoiningRoles, 'isAdmin' | 'userGroups'>,
  actor: PermissionHolder,
  groups: GroupPermissions,
): boolean {
  const given = new Set(userGroups.flatMap((group) => [...groups[group]]));
  return (!isAdmin || actor.isAdmin) && mayTurn(actor, new Set(), given);
}

/**
 * Roles of a person who joins; by default a Standard member. Refuses: Forbidden, if a non-admin makes an admin or gives
 * permissions that they lack; and as `rolesError` does.
 */
export function joiningRoles(
  requested: RequestedRoles,
  actor: PermissionHolder,
  facts: RoleFacts,
): JoiningRoles | Refusal {
  const { isAdmin = false, organizationUserGroups = ['Standard'], reportingGroupGuid = null } = requested;
  const userGroups = knownGroups(organizationUserGroups);
  if (!mayGiveRoles({ isAdmin, userGroups }, actor, facts.groups)) return refuse('Forbidden');
  return (
    rolesError(requested, facts) ?? {
      isAdmin,
      userGroups,
      reportingGroupGuid: reportingGroupGuid && facts.reportingGroups.get(reportingGroupGuid)!,
    }
  );
}
