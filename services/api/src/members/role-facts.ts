import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { GroupPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { ListMembers, ListUserGroups } from '@plimsoll/projections/members/member-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { meantGroup } from '../units/reporting-group.ts';
import type { RoleFacts } from './roles.ts';

/** Other admins that are looked at: one of them suffices, and the read model is hardly ever wrong about so many. */
const MAX_LOOKED_AT = 10;

/** What decisions about members rest on besides the streams that they load, at most a second old. */
@Injectable()
export class RoleFactsNow {
  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
    private readonly progress: ReadYourWrites,
  ) {}

  /** @param again for what was decided by facts that are not so any more: these know all that the log has by now. */
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
    const meant = [...known.keys()].map((guid) => [guid, meantGroup(guid, known)!] as const);
    return {
      groups: Object.fromEntries(
        groups.map(({ name, permissions }) => [name, new Set(permissions)]),
      ) as unknown as GroupPermissions,
      groupsNow: known,
      reportingGroups: new Map(meant.filter(([, group]) => known.get(group)?.status === 'ACTIVE')),
    };
  }

  /** Who else may be an admin: the log says whether they are. */
  async otherAdmins(tenant: string, userGuid: string): Promise<readonly string[]> {
    const members = await this.queries.execute(new ListMembers(tenant));
    return members
      .filter((member) => member.isAdmin && member.userGuid !== userGuid)
      .slice(0, MAX_LOOKED_AT)
      .map((member) => member.userGuid);
  }
}
