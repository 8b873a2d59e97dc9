import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { User } from '@plimsoll/contracts/identity/user';
import { userGroups, type UserGroup } from '@plimsoll/contracts/organizations/features';
import {
  allPermissions,
  knownPermissions,
  permissions,
  type Permission,
} from '@plimsoll/contracts/permissions/permissions';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { activeGeneration } from '../../runner/tables/table.ts';
import {
  changedGroups,
  groupPermissionsOf,
  shippedPermissions,
  type GroupPermissions,
  type TenantGroupRow,
} from './group-permissions.ts';
import { memberList, memberTable } from './project.ts';
import { readMemberships, type MembershipRow } from './read-memberships.ts';

/** A member of an organization with their permissions. */
export interface Member {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly isAdmin: boolean;
  readonly userGroupNames: readonly UserGroup[];
  readonly reportingGroupGuid: string | null;
  readonly isOnboarded: boolean;
  /** Permissions granted individually instead of through groups; null if groups decide. */
  readonly ownPermissions: readonly Permission[] | null;
  /** What they may change in their account, as far as the organization governs it; null for everything. */
  readonly userPermissions: User['userPermissions'] | null;
  /** Of the membership's stream. */
  readonly revision: number;
  /** Effective permissions: as an admin, individually, or through groups. */
  readonly permissions: ReadonlySet<Permission>;
}

/** Which members are listed: those with a permission, or one person; by name, or first those who joined first. */
interface MembersAsked {
  readonly permission?: Permission;
  readonly memberGuid?: string;
  readonly firstJoinedFirst?: true;
}

/** Lists the members of an organization. */
export class ListMembers extends Query<readonly Member[]> {
  constructor(
    readonly tenant: string,
    readonly only: MembersAsked = {},
  ) {
    super();
  }
}

/** A user group with its members' permissions, current and as shipped. */
export interface GroupOfUsers {
  readonly name: UserGroup;
  readonly permissions: readonly Permission[];
  readonly shippedPermissions: readonly Permission[];
  /** Of its stream; 0 while it is as shipped. */
  readonly revision: number;
}

/** Lists the user groups of an organization, the standard group first. */
export class ListUserGroups extends Query<readonly GroupOfUsers[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Finds the members of an organization with this e-mail address, ignoring case. */
export class FindMembersByAddress extends Query<readonly Member[]> {
  constructor(
    readonly tenant: string,
    readonly emailAddress: string,
  ) {
    super();
  }
}

/** Finds a person's memberships in all organizations. */
export class FindMembershipsOf extends Query<readonly (Member & { readonly organizationGuid: string })[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** Finds the organizations that a person belongs to, ordered by guid. */
export class FindOrganizationsOf extends Query<readonly string[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** Finds a member with their permissions; null for others and for former members. */
export class FindMember extends Query<Member | null> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

/** Computes effective permissions: all for admins; individually granted ones; otherwise those of the groups. */
export function effectivePermissions(
  {
    isAdmin,
    given,
    userGroups,
  }: { isAdmin: boolean; given: readonly string[] | null; userGroups: readonly UserGroup[] },
  groups: GroupPermissions,
): ReadonlySet<Permission> {
  if (isAdmin) return allPermissions;
  return new Set(given ? knownPermissions(given) : userGroups.flatMap((group) => [...groups[group]]));
}

/** Converts a membership to a member with effective permissions. */
export const memberOf = (row: MembershipRow): Member => ({
  userGuid: row.user_guid,
  name: row.name,
  emailAddress: row.email_address,
  isAdmin: row.is_admin,
  userGroupNames: row.user_groups,
  reportingGroupGuid: row.reporting_group_guid,
  isOnboarded: row.is_onboarded,
  ownPermissions: row.permissions && knownPermissions(row.permissions),
  userPermissions: row.user_permissions,
  revision: row.revision,
  permissions: effectivePermissions(
    { isAdmin: row.is_admin, given: row.permissions, userGroups: row.user_groups },
    row.groupPermissions,
  ),
});

/** Answers `ListMembers`. */
@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, only }: ListMembers): Promise<readonly Member[]> {
    const rows = await readMemberships(
      this.reader,
      { tenant },
      {
        name: only.firstJoinedFirst ? 'members as they joined' : 'members',
        where: 'tenant = $1 and not is_removed and ($2::uuid is null or user_guid = $2)',
        values: [tenant, only.memberGuid ?? null],
        order: only.firstJoinedFirst ? 'joined_at, user_guid' : 'lower(name), user_guid',
      },
    );
    const { permission } = only;
    return rows.map(memberOf).filter(({ permissions }) => !permission || permissions.has(permission));
  }
}

/** Answers `FindMembershipsOf`. */
@QueryHandler(FindMembershipsOf)
export class FindMembershipsOfHandler implements IQueryHandler<FindMembershipsOf> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindMembershipsOf): Promise<readonly (Member & { readonly organizationGuid: string })[]> {
    const rows = await readMemberships(
      this.reader,
      { userGuid },
      {
        name: 'memberships',
        where: 'user_guid = $1 and not is_removed',
        values: [userGuid],
        order: 'joined_at, tenant',
      },
    );
    return rows.map((row) => ({ ...memberOf(row), organizationGuid: row.tenant }));
  }
}

const ORGANIZATIONS_OF = `select tenant from ${memberTable} where user_guid = $1 and not is_removed order by tenant`;

/** Answers `FindOrganizationsOf`. */
@QueryHandler(FindOrganizationsOf)
export class FindOrganizationsOfHandler implements IQueryHandler<FindOrganizationsOf> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindOrganizationsOf): Promise<readonly string[]> {
    const [rows] = await this.reader.askOwn(userGuid, [
      { name: 'organizations of a person', text: ORGANIZATIONS_OF, values: [userGuid] },
    ]);
    return (rows as { readonly tenant: string }[]).map(({ tenant }) => tenant);
  }
}

/** Answers `FindMember`. */
@QueryHandler(FindMember)
export class FindMemberHandler implements IQueryHandler<FindMember> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuid }: FindMember): Promise<Member | null> {
    const [member] = await readMemberships(
      this.reader,
      { tenant },
      { name: 'member', where: 'tenant = $1 and user_guid = $2 and not is_removed', values: [tenant, userGuid] },
    );
    return member ? memberOf(member) : null;
  }
}

/** Answers `FindMembersByAddress`. */
@QueryHandler(FindMembersByAddress)
export class FindMembersByAddressHandler implements IQueryHandler<FindMembersByAddress> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, emailAddress }: FindMembersByAddress): Promise<readonly Member[]> {
    const rows = await readMemberships(
      this.reader,
      { tenant },
      {
        name: 'members by address',
        where: 'tenant = $1 and lower(email_address) = $2 and not is_removed',
        values: [tenant, emailAddress.toLowerCase()],
      },
    );
    return rows.map(memberOf);
  }
}

const PARKED_GROUPS = `select stream from parked_events where projection = ${activeGeneration(memberList)} and kind = 'user-group' and tenant = any ((select named_tenants())::uuid[])`;

/** Answers `ListUserGroups`. */
@QueryHandler(ListUserGroups)
export class ListUserGroupsHandler implements IQueryHandler<ListUserGroups> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: ListUserGroups): Promise<readonly GroupOfUsers[]> {
    const [rows, parked] = (await this.reader.askAll(tenant, [
      changedGroups,
      { name: 'user groups: set aside', text: PARKED_GROUPS },
    ])) as [TenantGroupRow[], { stream: string }[]];
    const held = await groupPermissionsOf(
      this.reader,
      tenant,
      rows,
      parked.map(({ stream }) => stream),
    );
    const inOrder = (some: ReadonlySet<Permission>) => permissions.filter((permission) => some.has(permission));
    return userGroups.map((name) => ({
      name,
      permissions: inOrder(held[name]),
      shippedPermissions: inOrder(shippedPermissions[name]),
      revision: rows.find((row) => row.user_group === name)?.revision ?? 0,
    }));
  }
}
