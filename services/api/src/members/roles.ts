import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { userGroups, type UserGroup } from '@plimsoll/contracts/organizations/features';
import { mayTurn, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import type { GroupPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { refuse, type Refusal } from '../commands/decision.ts';
import type { GroupsNow } from '../units/reporting-group.ts';

/** What roles may refer to, as the organization has it at this moment. */
export interface RoleFacts {
  readonly groups: GroupPermissions;
  /** Those that somebody may be put into, by every guid that means them: an archived group's means the one that has its members. */
  readonly reportingGroups: ReadonlyMap<string, string>;
  readonly groupsNow: GroupsNow;
}

/** Roles as somebody asks for them: only what is to be other than it is. */
export interface AskedRoles {
  readonly isAdmin?: boolean | undefined;
  readonly organizationUserGroups?: readonly string[] | undefined;
  readonly reportingGroupGuid?: string | null | undefined;
}

/** Roles of somebody who is to join. */
export interface JoiningRoles {
  readonly isAdmin: boolean;
  readonly userGroups: UserGroup[];
  readonly reportingGroupGuid: string | null;
}

const isGroup = (name: string): name is UserGroup => (userGroups as readonly string[]).includes(name);
const refuseField = (refused: ErrorClass, field: string): Refusal =>
  refuse(refused, { fieldErrors: [{ field, className: refused, message: textOf(refused) }] });

/** Why roles cannot be given by anybody, or null: a group that is not there, or stands twice. What is missing is told before what is double. */
export function rolesError(
  { organizationUserGroups = [], reportingGroupGuid }: AskedRoles,
  { reportingGroups }: RoleFacts,
): Refusal | null {
  if (!organizationUserGroups.every(isGroup)) return refuseField('UserGroupNotFound', 'organizationUserGroups');
  if (reportingGroupGuid && !reportingGroups.has(reportingGroupGuid))
    return refuseField('ReportingGroupNotFound', 'reportingGroupGuid');
  return new Set(organizationUserGroups).size < organizationUserGroups.length
    ? refuseField('DuplicateUserGroup', 'organizationUserGroups')
    : null;
}

/** The groups that are there. */
export const knownGroups = (names: readonly string[]): UserGroup[] => names.filter(isGroup);

/** What somebody gets who joins: a standard member where nothing is said. Refuses: Forbidden, for an admin that no admin makes and for permissions that the actor lacks; and as `rolesFault` does. */
export function joiningRoles(asked: AskedRoles, actor: PermissionHolder, facts: RoleFacts): JoiningRoles | Refusal {
  const { isAdmin = false, organizationUserGroups = ['Standard'], reportingGroupGuid = null } = asked;
  const groups = knownGroups(organizationUserGroups);
  const given = new Set(groups.flatMap((group) => [...facts.groups[group]]));
  if ((isAdmin && !actor.isAdmin) || !mayTurn(actor, new Set(), given)) return refuse('Forbidden');
  return (
    rolesError(asked, facts) ?? {
      isAdmin,
      userGroups: groups,
      reportingGroupGuid: reportingGroupGuid && facts.reportingGroups.get(reportingGroupGuid)!,
    }
  );
}
