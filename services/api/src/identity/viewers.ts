import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { encodePermissions } from '@plimsoll/contracts/permissions';
import { FindMembershipsOf } from '@plimsoll/projections/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organization-settings/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { BrieflyKnown } from '../briefly-known.ts';

/** What people may do, from the read models and never from a token: a right that is taken away is gone within a second. */
@Injectable()
export class Viewers {
  readonly #memberships: BrieflyKnown<ReadonlyMap<string, Viewer>>;
  readonly #modules: BrieflyKnown<ReadonlySet<Module>>;

  constructor(private readonly queries: QueryBus) {
    this.#memberships = new BrieflyKnown((userGuid) => this.#readMemberships(userGuid));
    this.#modules = new BrieflyKnown((tenant) => this.#readModules(tenant));
  }

  /** A person as a viewer of each organization that he belongs to, by its guid. */
  membershipsOf(userGuid: string): Promise<ReadonlyMap<string, Viewer>> {
    return this.#memberships.of(userGuid);
  }

  /** The modules that an organization has switched on. */
  modulesOf(tenant: string): Promise<ReadonlySet<Module>> {
    return this.#modules.of(tenant);
  }

  /** What a new token says of its bearer. */
  async claimsOf(userGuid: string, sessionGuid: string): Promise<TokenClaims> {
    const memberships = await this.#readMemberships(userGuid);
    const organizations = [...memberships].map(([organizationGuid, { isAdmin, permissions }]) => ({ organizationGuid, isAdmin, permissions: encodePermissions(permissions) }));
    return { sub: userGuid, sid: sessionGuid, organizations };
  }

  async #readMemberships(userGuid: string): Promise<ReadonlyMap<string, Viewer>> {
    const members = await this.queries.execute(new FindMembershipsOf(userGuid));
    return new Map(members.map(({ organizationGuid, isAdmin, permissions }) => [organizationGuid, { userGuid, isAdmin, permissions }]));
  }

  async #readModules(tenant: string): Promise<ReadonlySet<Module>> {
    const organization = await this.queries.execute(new FindOrganization(tenant));
    return new Set(organization?.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code));
  }
}
