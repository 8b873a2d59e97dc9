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
import { execute, isExecuted } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, isKnownAdmin, type AccountPermissions, type MemberState, type Roles } from './member.ts';
import { CreatedAccesses } from './created-access.ts';
import { revokeCreatedAccess } from './revoke-created-access.ts';
import { groupRevisions } from '../units/reporting-group.ts';
import { RoleFactsReader } from './role-facts.ts';
import { knownGroups, rolesError, type RoleFacts } from './roles.ts';

export type MembershipChange = EventOf<
  | typeof memberPermissionsChanged
  | typeof memberReportingGroupChanged
  | typeof memberOnboardingChanged
  | typeof memberUserPermissionsChanged
>;

/** A requested change of a membership, with its actor and the facts to decide it. */
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
/** Whether an admin ends what the member created, without changing their roles. */
const revokesOnly = (asked: ChangeMembershipRequest): boolean =>
  asked.revoke !== undefined && asked.revoke.length > 0 && !isAboutRoles(asked);
const isAboutRoles = ({ isAdmin, organizationUserGroups, permissions }: ChangeMembershipRequest): boolean =>
  isAdmin !== undefined || organizationUserGroups !== undefined || permissions !== undefined;

/** Whether an admin gives up the admin role, the only change people may make to their own roles. */
const resignsAsAdmin = (
  { isAdmin, organizationUserGroups, permissions }: ChangeMembershipRequest,
  actor: PermissionHolder,
): boolean => actor.isAdmin && isAdmin === false && organizationUserGroups === undefined && permissions === undefined;

/** Whether the actor may request such a change at all, regardless of the member's state. */
function mayRequest({ asked, actor, userGuid, governs = false }: ChangeOfMembership): boolean {
  const isOwn = userGuid === actor.userGuid;
  if (isAboutRoles(asked) && !(isOwn ? resignsAsAdmin(asked, actor) : holds(actor, 'UPDATE_ORGANIZATION_MEMBER_ROLES')))
    return false;
  if (asked.isAdmin === true && !actor.isAdmin) return false;
  if (revokesOnly(asked) && !actor.isAdmin) return false;
  if (asked.reportingGroupGuid !== undefined && !holds(actor, 'UPDATE_ORGANIZATION_MEMBER')) return false;
  if (asked.isOnboarded !== undefined && !isOwn) return false;
  // An organization manages only accounts in its verified domains.
  return asked.userPermissions === undefined || (actor.isAdmin && governs);
}

/**
 * Changes a membership; equal values write nothing. Refuses: Forbidden, NotAMember, UserGroupNotFound,
 * ReportingGroupNotFound, DuplicateUserGroup, LastAdminCannotBeRemoved.
 */
export function changeMembership(change: ChangeOfMembership, member: MemberState): Decision<MembershipChange> {
  const { userGuid, asked, facts, hasOtherAdmins } = change;
  if (!mayRequest(change)) return refuse('Forbidden');
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
  // Compares resolved groups: sending the group that an archived one was merged into changes nothing.
  const resolve = (guid: string | null) => guid && (facts.reportingGroups.get(guid) ?? guid);
  const reportingGroupGuid =
    asked.reportingGroupGuid === undefined ? resolve(member.reportingGroupGuid) : resolve(asked.reportingGroupGuid);
  return [
    ...(hasRoles ? [] : [{ type: 'MemberPermissionsChanged' as const, data: { userGuid, ...roles } }]),
    ...(reportingGroupGuid === resolve(member.reportingGroupGuid)
      ? []
      : [{ type: 'MemberReportingGroupChanged' as const, data: { userGuid, reportingGroupGuid } }]),
    ...(isOnboarded === member.isOnboarded
      ? []
      : [{ type: 'MemberOnboardingChanged' as const, data: { userGuid, isOnboarded } }]),
    ...accountPermissionsChanged(userGuid, asked.userPermissions, member.userPermissions ?? null),
  ];
}

const fullAccountPermissions = { managePassword: true, managePersonalInformation: true, manageProfilePhoto: true };

/** Changes only the given permissions. */
function accountPermissionsChanged(
  userGuid: string,
  asked: ChangeMembershipRequest['userPermissions'],
  before: AccountPermissions,
): EventOf<typeof memberUserPermissionsChanged>[] {
  const current = before ?? fullAccountPermissions;
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

/** Only admins change an admin's roles; others may give and take only permissions that they hold. */
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

/**
 * Finds possible other admins in the read model and checks them in the log; their streams are read dependencies, so
 * that they are still admins when the change is written. What the member created is revoked afterwards, as far as
 * requested; a repeated command completes it.
 */
export const ChangeMembership = defineCommand({
  name: 'ChangeMembership',
  needs: [RoleFactsReader, QueryBus, CreatedAccesses],
  handle:
    (roleFacts, queries, created) => async (store, envelope, userGuid: string, asked: ChangeMembershipRequest) => {
      const { tenant, actor } = envelope;
      let facts = await roleFacts.of(tenant);
      const [admins, governs] = await Promise.all([
        asked.isAdmin === false ? roleFacts.otherAdmins(tenant, userGuid) : [],
        asked.userPermissions !== undefined && governsAccount(queries, tenant, userGuid),
      ]);
      const outcome = await execute(store, envelope, {
        prepare: async ({ retry }) => void (retry && (facts = await roleFacts.of(tenant, retry))),
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
            facts.currentGroups,
          );
          return {
            records: decision.map((event) => ({ stream: member.stream, event })),
            expectedRevisions,
            ...(other && isKnownAdmin(member) && { readDependencies: [other.stream] }),
          };
        },
      });
      if (isExecuted(outcome) && asked.revoke)
        await revokeCreatedAccess(store, created, envelope, { ownerGuid: userGuid, kinds: asked.revoke });
      return outcome;
    },
});

/** Whether the organization has verified the domain of the person's primary address. */
async function governsAccount(queries: QueryBus, tenant: string, userGuid: string): Promise<boolean> {
  const account = await queries.execute(new FindAccount(userGuid));
  return (
    account !== null && (await queries.execute(new FindDomainHolder(domainOfAddress(account.emailAddress)))) === tenant
  );
}
