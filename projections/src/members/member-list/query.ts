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

export interface Member {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly isAdmin: boolean;
  readonly userGroupNames: readonly UserGroup[];
  readonly reportingGroupGuid: string | null;
  readonly isOnboarded: boolean;
  /** Given to them in place of what their groups give; null where the groups decide. */
  readonly ownPermissions: readonly Permission[] | null;
  /** What they may change of their account, as far as the organization governs it; null for all. */
  readonly userPermissions: User['userPermissions'] | null;
  /** Of their membership's stream. */
  readonly revision: number;
  /** What they may do in the end: as an admin, by themselves, or by their groups. */
  readonly permissions: ReadonlySet<Permission>;
}

/** The members of an organization by name; those who hold a permission, or one person, when asked so. */
export class ListMembers extends Query<readonly Member[]> {
  constructor(
    readonly tenant: string,
    readonly only: { readonly permission?: Permission; readonly memberGuid?: string } = {},
  ) {
    super();
  }
}

/** A user group with what its members hold, and would as shipped. */
export interface GroupOfUsers {
  readonly name: UserGroup;
  readonly permissions: readonly Permission[];
  readonly shippedPermissions: readonly Permission[];
  /** Of its stream; 0 as long as it is as shipped. */
  readonly revision: number;
}

/** The user groups of an organization, the one of everybody first. */
export class ListUserGroups extends Query<readonly GroupOfUsers[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** The members of an organization whose address it is, whatever its case. */
export class FindMembersByAddress extends Query<readonly Member[]> {
  constructor(
    readonly tenant: string,
    readonly emailAddress: string,
  ) {
    super();
  }
}

/** A person's memberships in all organizations. */
export class FindMembershipsOf extends Query<readonly (Member & { readonly organizationGuid: string })[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** The organizations that a person belongs to, in the order of their guids. */
export class FindOrganizationsOf extends Query<readonly string[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** A member with what they may do; null for a stranger and for somebody who was removed. */
export class FindMember extends Query<Member | null> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

/** Admins hold all; others what was given to them, else what their groups give. */
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

/** A member as what they may do in the end. */
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

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, only }: ListMembers): Promise<readonly Member[]> {
    const rows = await readMemberships(
      this.reader,
      { tenant },
      {
        name: 'members',
        where: 'tenant = $1 and not is_removed and ($2::uuid is null or user_guid = $2)',
        values: [tenant, only.memberGuid ?? null],
        order: 'lower(name), user_guid',
      },
    );
    const { permission } = only;
    return rows.map(memberOf).filter(({ permissions }) => !permission || permissions.has(permission));
  }
}

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
