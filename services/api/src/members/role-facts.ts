import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { GroupPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { ListMembers, ListUserGroups, type GroupOfUsers } from '@plimsoll/projections/members/member-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { resolveReportingGroup } from '../units/reporting-group.ts';
import type { RoleFacts } from './roles.ts';

/**
 * Maximum number of other admins to check in the log. One is enough, and the read model is rarely wrong about so many.
 */
const MAX_LOOKED_AT = 10;

/** Permissions of each group by its name. */
export const permissionsByGroup = (groups: readonly GroupOfUsers[]): GroupPermissions =>
  Object.fromEntries(
    groups.map(({ name, permissions }) => [name, new Set(permissions)]),
  ) as unknown as GroupPermissions;

/** Facts for decisions about members that are not in the loaded streams; at most a second old. */
@Injectable()
export class RoleFactsReader {
  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
    private readonly progress: ReadYourWrites,
  ) {}

  /** @param again after a conflict: the facts then include everything in the log. */
  async of(tenant: string, again = false): Promise<RoleFacts> {
    if (again) {
      await this.progress.waitForHead(tenant, ['organization-settings']);
      this.organizations.forget(tenant);
    }
    const [groups, organization] = await Promise.all([
      this.queries.execute(new ListUserGroups(tenant)),
      this.organizations.of(tenant),
    ]);
    const known = organization?.reportingGroups ?? new Map<string, Organization['reportingGroups'][number]>();
    const resolved = [...known.keys()].map((guid) => [guid, resolveReportingGroup(guid, known)!] as const);
    return {
      groups: permissionsByGroup(groups),
      currentGroups: known,
      reportingGroups: new Map(resolved.filter(([, group]) => known.get(group)?.status === 'ACTIVE')),
    };
  }

  /** Guids of other possible admins according to the read model; the caller checks the log. */
  async otherAdmins(tenant: string, userGuid: string): Promise<readonly string[]> {
    const members = await this.queries.execute(new ListMembers(tenant));
    return members
      .filter((member) => member.isAdmin && member.userGuid !== userGuid)
      .slice(0, MAX_LOOKED_AT)
      .map((member) => member.userGuid);
  }
}
