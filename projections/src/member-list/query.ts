import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import { allPermissions, managerPermissions, standardPermissions, type Permission } from '@plimsoll/contracts/permissions';
import { ReadModelReader } from '../read-model-reader.ts';
import type { MemberRow } from './project.ts';
import { readMemberships } from './read-memberships.ts';

export interface Member {
  readonly userGuid: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly isAdmin: boolean;
  readonly userGroupNames: readonly UserGroup[];
  readonly reportingGroupGuid: string | null;
  /** What they may do in the end: as an admin, by themselves, or by their groups. */
  readonly permissions: ReadonlySet<Permission>;
}

/** The members of an organization by name; those who hold a permission, or one person, when asked so. */
export class ListMembers extends Query<readonly Member[]> {
  constructor(readonly tenant: string, readonly only: { readonly permission?: Permission; readonly memberGuid?: string } = {}) {
    super();
  }
}

/** A person's memberships in all organizations. */
export class FindMembershipsOf extends Query<readonly (Member & { readonly organizationGuid: string })[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** A member with what they may do; null for a stranger and for somebody who was removed. */
export class FindMember extends Query<Member | null> {
  constructor(readonly tenant: string, readonly userGuid: string) {
    super();
  }
}

const shipped: Record<UserGroup, ReadonlySet<Permission>> = { Manager: managerPermissions, Standard: standardPermissions };

/** Admins hold all; others what was given to them, else what their groups give as shipped. */
export function effectivePermissions({ isAdmin, given, userGroups }: { isAdmin: boolean; given: readonly Permission[] | null; userGroups: readonly UserGroup[] }): ReadonlySet<Permission> {
  if (isAdmin) return allPermissions;
  return new Set(given ?? userGroups.flatMap((group) => [...shipped[group]]));
}

/** A member as what they may do in the end. */
export const memberOf = (row: MemberRow): Member => ({
  userGuid: row.user_guid, name: row.name, emailAddress: row.email_address, isAdmin: row.is_admin, userGroupNames: row.user_groups,
  reportingGroupGuid: row.reporting_group_guid,
  permissions: effectivePermissions({ isAdmin: row.is_admin, given: row.permissions, userGroups: row.user_groups }),
});

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, only }: ListMembers): Promise<readonly Member[]> {
    const rows = await readMemberships(this.reader, { tenant }, {
      name: 'members', where: 'tenant = $1 and not is_removed and ($2::uuid is null or user_guid = $2)', values: [tenant, only.memberGuid ?? null], order: 'lower(name), user_guid',
    });
    const { permission } = only;
    return rows.map(memberOf).filter(({ permissions }) => !permission || permissions.has(permission));
  }
}

@QueryHandler(FindMembershipsOf)
export class FindMembershipsOfHandler implements IQueryHandler<FindMembershipsOf> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindMembershipsOf): Promise<readonly (Member & { readonly organizationGuid: string })[]> {
    const rows = await readMemberships(this.reader, { userGuid }, { name: 'memberships', where: 'user_guid = $1 and not is_removed', values: [userGuid], order: 'joined_at, tenant' });
    return rows.map((row) => ({ ...memberOf(row), organizationGuid: row.tenant }));
  }
}

@QueryHandler(FindMember)
export class FindMemberHandler implements IQueryHandler<FindMember> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuid }: FindMember): Promise<Member | null> {
    const [member] = await readMemberships(this.reader, { tenant }, { name: 'member', where: 'tenant = $1 and user_guid = $2 and not is_removed', values: [tenant, userGuid] });
    return member ? memberOf(member) : null;
  }
}
