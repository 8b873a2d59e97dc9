import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { localDateTime } from '@plimsoll/contracts/calendar';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { encodePermissions } from '@plimsoll/contracts/permissions';
import { FindMembershipsOf } from '@plimsoll/projections/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organization-settings/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { BrieflyKnown } from '../briefly-known.ts';

interface OrganizationNow {
  readonly modules: ReadonlySet<Module>;
  readonly timeZone: string;
}

/** What people may do, from the read models and never from a token: a right that is taken away is gone within a second. */
@Injectable()
export class Viewers {
  readonly #memberships: BrieflyKnown<ReadonlyMap<string, Viewer>>;
  readonly #organizations: BrieflyKnown<OrganizationNow>;

  constructor(private readonly queries: QueryBus) {
    this.#memberships = new BrieflyKnown((userGuid) => this.#readMemberships(userGuid));
    this.#organizations = new BrieflyKnown((tenant) => this.#readOrganization(tenant));
  }

  /** A person as a viewer of each organization that he belongs to, by its guid. */
  membershipsOf(userGuid: string): Promise<ReadonlyMap<string, Viewer>> {
    return this.#memberships.of(userGuid);
  }

  /** The modules that an organization has switched on. */
  async modulesOf(tenant: string): Promise<ReadonlySet<Module>> {
    return (await this.#organizations.of(tenant)).modules;
  }

  /** The day of a moment ('YYYY-MM-DD') where the organization is. */
  async dayAt(tenant: string, moment: Date): Promise<string> {
    return localDateTime(moment, (await this.#organizations.of(tenant)).timeZone).date;
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

  async #readOrganization(tenant: string): Promise<OrganizationNow> {
    const organization = await this.queries.execute(new FindOrganization(tenant));
    const enabled = organization?.modules.filter(({ isEnabled }) => isEnabled).map(({ code }) => code);
    return { modules: new Set(enabled), timeZone: organization?.timeZone ?? 'UTC' };
  }
}
