import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberPermissionsChanged } from '@plimsoll/contracts/organizations/events';
import type { memberOnboardingChanged, memberReportingGroupChanged } from '@plimsoll/contracts/members/member-events';
import type { ChangeMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { domainOfAddress } from '@plimsoll/contracts/single-sign-on/sso';
import type { memberUserPermissionsChanged } from '@plimsoll/contracts/single-sign-on/sso-events';
import { holds, mayTurn, type Permission, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { QueryBus } from '@nestjs/cqrs';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import { effectivePermissions } from '@plimsoll/projections/members/member-list/query';
import { FindDomainHolder } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, isKnownAdmin, type AccountPermissions, type MemberState, type Roles } from './member.ts';
import { groupRevisions } from '../units/reporting-group.ts';
import { RoleFactsNow } from './role-facts.ts';
import { knownGroups, rolesError, type RoleFacts } from './roles.ts';

export type MembershipChange = EventOf<
  | typeof memberPermissionsChanged
  | typeof memberReportingGroupChanged
  | typeof memberOnboardingChanged
  | typeof memberUserPermissionsChanged
>;

/** What is asked of whose membership, by whom. */
export interface ChangeOfMembership {
  readonly userGuid: string;
  readonly asked: ChangeMembershipRequest;
  readonly actor: PermissionHolder;
  readonly facts: RoleFacts;
  readonly hasOtherAdmins: boolean;
  /** Whether the organization has verified the domain of the person's primary address. */
  readonly governs?: boolean;
}

const sorted = (list: readonly string[] | null) => list && [...new Set(list)].sort().join();
const isAboutRoles = ({ isAdmin, organizationUserGroups, permissions }: ChangeMembershipRequest): boolean =>
  isAdmin !== undefined || organizationUserGroups !== undefined || permissions !== undefined;

/** An admin may cease to be one by themselves, and nobody changes anything else of what they may do. */
const laysDown = (
  { isAdmin, organizationUserGroups, permissions }: ChangeMembershipRequest,
  actor: PermissionHolder,
): boolean => actor.isAdmin && isAdmin === false && organizationUserGroups === undefined && permissions === undefined;

/** Whether somebody may change such things at all, whoever the member is: one's own, or another's. */
function mayAsk({ asked, actor, userGuid, governs = false }: ChangeOfMembership): boolean {
  const isOwn = userGuid === actor.userGuid;
  if (isAboutRoles(asked) && !(isOwn ? laysDown(asked, actor) : holds(actor, 'UPDATE_ORGANIZATION_MEMBER_ROLES')))
    return false;
  if (asked.isAdmin === true && !actor.isAdmin) return false;
  if (asked.reportingGroupGuid !== undefined && !holds(actor, 'UPDATE_ORGANIZATION_MEMBER')) return false;
  if (asked.isOnboarded !== undefined && !isOwn) return false;
  // An organization governs accounts in the domains that it has verified, and no others.
  return asked.userPermissions === undefined || (actor.isAdmin && governs);
}

/**
 * Changes what a member is. Refuses: Forbidden, NotAMember, UserGroupNotFound, ReportingGroupNotFound, DuplicateUserGroup,
 * LastAdminCannotBeRemoved. What is so already writes nothing.
 */
export function changeMembership(change: ChangeOfMembership, member: MemberState): Decision<MembershipChange> {
  const { userGuid, asked, facts, hasOtherAdmins } = change;
  if (!mayAsk(change)) return refuse('Forbidden');
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  const roles: Roles = {
    isAdmin: asked.isAdmin ?? member.isAdmin,
    userGroups: asked.organizationUserGroups ? knownGroups(asked.organizationUserGroups) : member.userGroups,
    permissions: asked.permissions === undefined ? member.permissions : asked.permissions,
  };
  if (isAboutRoles(asked) && !mayGive(change, member, roles)) return refuse('Forbidden');
  const error = rolesError(asked, facts);
  if (error) return error;
  if (member.isAdmin && !roles.isAdmin && !hasOtherAdmins) return refuse('LastAdminCannotBeRemoved');
  const hasRoles =
    member.isAdmin === roles.isAdmin &&
    sorted(member.userGroups) === sorted(roles.userGroups) &&
    sorted(member.permissions) === sorted(roles.permissions);
  const { isOnboarded = member.isOnboarded } = asked;
  // What somebody is in and what is sent are told by the group that is meant: the archived one's target sent back changes nothing.
  const meant = (guid: string | null) => guid && (facts.reportingGroups.get(guid) ?? guid);
  const reportingGroupGuid =
    asked.reportingGroupGuid === undefined ? meant(member.reportingGroupGuid) : meant(asked.reportingGroupGuid);
  return [
    ...(hasRoles ? [] : [{ type: 'MemberPermissionsChanged' as const, data: { userGuid, ...roles } }]),
    ...(reportingGroupGuid === meant(member.reportingGroupGuid)
      ? []
      : [{ type: 'MemberReportingGroupChanged' as const, data: { userGuid, reportingGroupGuid } }]),
    ...(isOnboarded === member.isOnboarded
      ? []
      : [{ type: 'MemberOnboardingChanged' as const, data: { userGuid, isOnboarded } }]),
    ...accountPermissionsChanged(userGuid, asked.userPermissions, member.userPermissions ?? null),
  ];
}

const everything = { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true };

/** Only what is given changes. */
function accountPermissionsChanged(
  userGuid: string,
  asked: ChangeMembershipRequest['userPermissions'],
  before: AccountPermissions,
): EventOf<typeof memberUserPermissionsChanged>[] {
  const current = before ?? everything;
  const {
    managePassword = current.managePassword,
    managePersonalInformation = current.managePersonalInformation,
    manageProfilePhoto = current.manageProfilePhoto,
  } = asked ?? {};
  const isSame =
    managePassword === current.managePassword &&
    managePersonalInformation === current.managePersonalInformation &&
    manageProfilePhoto === current.manageProfilePhoto;
  return isSame
    ? []
    : [
        {
          type: 'MemberUserPermissionsChanged',
          data: { userGuid, managePassword, managePersonalInformation, manageProfilePhoto },
        },
      ];
}

/** An admin's roles are changed by admins alone; others give and take what they hold themselves. */
function mayGive(
  { actor, facts }: ChangeOfMembership,
  member: Extract<MemberState, { state: 'MEMBER' }>,
  roles: Roles,
): boolean {
  if (actor.isAdmin) return true;
  const held = ({ isAdmin, userGroups, permissions }: Roles): ReadonlySet<Permission> =>
    effectivePermissions({ isAdmin, given: permissions, userGroups }, facts.groups);
  return !member.isAdmin && mayTurn(actor, held(member), held(roles));
}

/** The read model says who the other admins may be, the log whether they are; one who is stays one while this is decided. */
export const ChangeMembership = defineCommand({
  name: 'ChangeMembership',
  needs: [RoleFactsNow, QueryBus],
  handle: (factsNow, queries) => async (store, envelope, userGuid: string, asked: ChangeMembershipRequest) => {
    const { tenant, actor } = envelope;
    let facts = await factsNow.of(tenant);
    const [admins, governs] = await Promise.all([
      asked.isAdmin === false ? factsNow.otherAdmins(tenant, userGuid) : [],
      asked.userPermissions !== undefined && governsAccount(queries, tenant, userGuid),
    ]);
    return execute(store, envelope, {
      prepare: async ({ retry: again }) => void (again && (facts = await factsNow.of(tenant, again))),
      own: memberDecider.of(tenant, userGuid),
      others: admins.map((guid) => memberDecider.of(tenant, guid)),
      decide: (member, ...others) => {
        const other = others.find(isKnownAdmin);
        const decision: Decision<MembershipChange> | Refusal = changeMembership(
          { userGuid, asked, actor, facts, hasOtherAdmins: other !== undefined, governs },
          member.state,
        );
        if (isRefusal(decision)) return decision;
        const expectedRevisions = groupRevisions(
          decision.find((event) => event.type === 'MemberReportingGroupChanged')?.data.reportingGroupGuid,
          facts.groupsNow,
        );
        return {
          records: decision.map((event) => ({ stream: member.stream, event })),
          expectedRevisions,
          ...(other && isKnownAdmin(member) && { readDependencies: [other.stream] }),
        };
      },
    });
  },
});

/** Whether an organization has verified the domain of somebody's primary address. */
async function governsAccount(queries: QueryBus, tenant: string, userGuid: string): Promise<boolean> {
  const account = await queries.execute(new FindAccount(userGuid));
  return (
    account !== null && (await queries.execute(new FindDomainHolder(domainOfAddress(account.emailAddress)))) === tenant
  );
}
