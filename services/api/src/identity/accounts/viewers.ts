import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { MAX_CLAIMED_ORGANIZATIONS, type TokenClaims } from '@plimsoll/contracts/identity/requests';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { encodePermissions } from '@plimsoll/contracts/permissions/permissions';
import { FindMembershipsOf, FindOrganizationsOf } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { Bearer } from '../../http/edge-request.ts';
import { SwrCache } from '../../platform/cache/swr-cache.ts';
import { ReadModelVersions } from '../../platform/cache/read-model-versions.ts';
import { OrganizationsCache, type OrganizationSnapshot } from '../../platform/cache/organizations-cache.ts';
import { RefreshBatcher } from '../../platform/cache/refresh-batcher.ts';
import { StaffAccesses, staffViewer } from '../../staff/staff-accesses.ts';

const nothingOn = { modules: new Set<Module>(), flags: new Set<CustomerConfigCode>() } as const;

/** Restricts memberships for a session that may access a single organization. */
function openTo(only: string | null, memberships: ReadonlyMap<string, Viewer>): ReadonlyMap<string, Viewer> {
  if (only === null) return memberships;
  const viewer = memberships.get(only);
  return new Map(viewer ? [[only, viewer]] : []);
}

/** Permissions of people, from the read models and never from a token: a revoked permission is gone within a second. */
@Injectable()
export class Viewers {
  readonly #memberships: SwrCache<ReadonlyMap<string, Viewer>>;

  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
    private readonly staff: StaffAccesses,
    private readonly marks: ReadModelVersions,
    renewals: RefreshBatcher,
  ) {
    this.#memberships = new SwrCache((userGuid) => this.#readMemberships(userGuid), {
      renewals,
      mark: (userGuid) => this.#markOf(userGuid),
    });
  }

  /** The viewer of each organization that a person belongs to and that their session may access, by its guid. */
  async membershipsOf({
    userGuid,
    organizationGuid,
  }: Pick<Bearer, 'userGuid' | 'organizationGuid'>): Promise<ReadonlyMap<string, Viewer>> {
    return openTo(organizationGuid, await this.#memberships.of(userGuid));
  }

  /** Drops a person's entry after a change that the read model already contains. */
  forget(userGuid: string): void {
    this.#memberships.forget(userGuid);
  }

  /** Modules and features of an organization. */
  async switchesOf(tenant: string): Promise<Pick<OrganizationSnapshot, 'modules' | 'flags'>> {
    return (await this.organizations.of(tenant)) ?? nothingOn;
  }

  /** The date of a moment ('YYYY-MM-DD') in the organization's time zone. */
  async dayAt(tenant: string, moment: Date): Promise<string> {
    return localDateTime(moment, (await this.organizations.of(tenant))?.timeZone ?? 'UTC').date;
  }

  /** Claims for a new token. */
  async claimsOf({
    userGuid,
    sessionGuid,
    organizationGuid: only,
    isAuditor,
  }: Pick<Bearer, 'userGuid' | 'sessionGuid' | 'organizationGuid'> & {
    readonly isAuditor?: boolean;
  }): Promise<TokenClaims> {
    if (isAuditor) return { sub: userGuid, sid: sessionGuid, organizations: [], auditor: only! };
    const [own, staffed] = await Promise.all([this.#readMemberships(userGuid), this.staff.of(sessionGuid)]);
    const memberships = openTo(
      only,
      new Map([...[...staffed.keys()].map((guid) => [guid, staffViewer(userGuid)] as const), ...own]),
    );
    const organizations = [...memberships]
      .slice(0, MAX_CLAIMED_ORGANIZATIONS)
      .map(([organizationGuid, { isAdmin, permissions }]) => ({
        organizationGuid,
        isAdmin,
        permissions: encodePermissions(permissions),
      }));
    const hasMore = memberships.size > organizations.length;
    return { sub: userGuid, sid: sessionGuid, organizations, ...(hasMore && { hasMore }) };
  }

  /** Version token of all organizations that a person currently belongs to; it includes their identity. */
  async #markOf(userGuid: string): Promise<string | undefined> {
    return this.marks.of(await this.queries.execute(new FindOrganizationsOf(userGuid)));
  }

  async #readMemberships(userGuid: string): Promise<ReadonlyMap<string, Viewer>> {
    const members = await this.queries.execute(new FindMembershipsOf(userGuid));
    return new Map(
      members.map(({ organizationGuid, isAdmin, permissions, userGroupNames, reportingGroupGuid }) => [
        organizationGuid,
        { userGuid, isAdmin, permissions, userGroupNames, reportingGroupGuid },
      ]),
    );
  }
}
