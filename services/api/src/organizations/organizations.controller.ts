import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { encodePermissions } from '@plimsoll/contracts/permissions';
import { FindAccount } from '@plimsoll/projections/account/query';
import { FindMembershipsOf } from '@plimsoll/projections/member-list/query';
import { FindOrganization, FindOrganizationNames, type Organization } from '@plimsoll/projections/organization-settings/query';
import type { Bearer } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problem-of.ts';
import { AsOf, CurrentBearer, CurrentTenant } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';

@Controller()
export class OrganizationsController {
  constructor(private readonly queries: QueryBus) {}

  @RouteOf('getStartup')
  async startup(@CurrentBearer() { userGuid }: Bearer, @CurrentTenant() tenant: string | undefined): Promise<AnswerOf<'getStartup'>> {
    const [account, memberships] = await Promise.all([
      this.queries.execute(new FindAccount(userGuid)),
      this.queries.execute(new FindMembershipsOf(userGuid)),
    ]);
    if (!account) throwRefusal('MissingUserAccount');
    const [names, organization] = await Promise.all([
      this.queries.execute(new FindOrganizationNames(memberships.map(({ organizationGuid }) => organizationGuid))),
      tenant ? this.queries.execute(new FindOrganization(tenant)) : null,
    ]);
    const membership = memberships.find(({ organizationGuid }) => organizationGuid === tenant);
    return {
      user: { guid: account.userGuid, name: account.name, primaryEmailAddress: account.emailAddress },
      memberships: memberships.map(({ organizationGuid, isAdmin }) => ({ organizationGuid, organizationName: names.get(organizationGuid) ?? '', isAdmin })),
      organization: organization && membership
        ? {
            ...organization,
            isAdmin: membership.isAdmin,
            userGroupNames: [...membership.userGroupNames],
            permissions: encodePermissions(membership.permissions),
          }
        : null,
      regions: [...regions],
    };
  }

  @RouteOf('getPosition')
  position(@AsOf() position: string): AnswerOf<'getPosition'> {
    return { position };
  }

  @RouteOf('listRegions')
  listRegions(): AnswerOf<'listRegions'> {
    return listed(regions);
  }

  @RouteOf('listWorksites')
  async listWorksites(@CurrentTenant() tenant: string): Promise<AnswerOf<'listWorksites'>> {
    return listed((await this.#organization(tenant)).worksites);
  }

  @RouteOf('listReportingGroups')
  async listReportingGroups(@CurrentTenant() tenant: string): Promise<AnswerOf<'listReportingGroups'>> {
    return listed((await this.#organization(tenant)).reportingGroups);
  }

  @RouteOf('getCustomerConfig')
  async getCustomerConfig(@CurrentTenant() tenant: string): Promise<AnswerOf<'getCustomerConfig'>> {
    return (await this.#organization(tenant)).customerConfig;
  }

  async #organization(tenant: string): Promise<Organization> {
    return (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
  }
}

const listed = <Item>(items: readonly Item[]) => ({ items: [...items], totalCount: items.length });
