import { Controller, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { FindAccount } from '@plimsoll/projections/account/query';
import { FindMembershipsOf } from '@plimsoll/projections/member-list/query';
import { FindOrganization, FindOrganizationNames, type Organization } from '@plimsoll/projections/organization-settings/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { Sales } from '../billing/sales.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problem-of.ts';
import { AsOf, CurrentBearer, CurrentTenant, CurrentViewer, ReceivedAt } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';
import { onboardingStatusOf, photoAnswer } from '../identity/own-account.ts';
import { SignUps } from '../identity/sign-ups.ts';
import { Pictures } from '../pictures/pictures.ts';
import { logoAddress } from './logo-address.ts';
import { SingleSignOnNow } from '../single-sign-on/single-sign-on-now.ts';
import { StaffAccesses } from '../staff/staff-accesses.ts';
import { startupOrganization } from './organization-answers.ts';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly signUps: SignUps,
    private readonly pictures: Pictures,
    private readonly singleSignOn: SingleSignOnNow,
    private readonly staff: StaffAccesses,
    private readonly sales: Sales,
  ) {}

  @RouteOf('getStartup')
  async startup(
    @CurrentBearer() { userGuid, sessionGuid, organizationGuid: only }: Bearer, @CurrentTenant() tenant: string | undefined, @CurrentViewer() viewer: Viewer | undefined, @ReceivedAt() now: Date, @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'getStartup'>> {
    const [account, everywhere] = await Promise.all([
      this.queries.execute(new FindAccount(userGuid)),
      this.queries.execute(new FindMembershipsOf(userGuid)),
    ]);
    if (!account) throwRefusal('MissingUserAccount');
    const memberships = everywhere.filter(({ organizationGuid }) => only === null || organizationGuid === only);
    // The only one is meant, and does not let a password in.
    const demanded = tenant === undefined && memberships.length === 1 ? await this.singleSignOn.demandedOf(memberships[0]!.organizationGuid, request.socket.localPort) : undefined;
    if (demanded) throwRefusal('SsoSessionRequired', { facts: demanded });
    const others = memberships.filter(({ organizationGuid }) => organizationGuid !== tenant);
    const [names, organization, prefilledOnboarding, pictures] = await Promise.all([
      this.queries.execute(new FindOrganizationNames(others.map(({ organizationGuid }) => organizationGuid))),
      tenant ? this.queries.execute(new FindOrganization(tenant)) : null,
      memberships.length === 0 ? this.signUps.prefilledBy(userGuid) : null,
      this.pictures.addressesOf(['ORGANIZATION_LOGO', 'PROFILE_PHOTO'], [userGuid, ...(tenant ? [tenant] : [])]),
    ]);
    // One of our staff reads it as somebody who belongs to it for a while.
    const asking = memberships.find(({ organizationGuid }) => organizationGuid === tenant) ?? (viewer && { ...viewer, isOnboarded: true });
    const staffed = organization && !memberships.some(({ organizationGuid }) => organizationGuid === tenant) ? [{ organizationGuid: organization.guid, organizationName: organization.name, isAdmin: false }] : [];
    const accessGuid = staffed.length > 0 ? (await this.staff.of(sessionGuid)).get(organization!.guid) : undefined;
    const endsAt = accessGuid && (await this.staff.endOf(accessGuid));
    return {
      user: { guid: account.userGuid, name: account.name, primaryEmailAddress: account.emailAddress, photo: photoAnswer(userGuid, pictures.get(userGuid)).photo, onboardingStatus: onboardingStatusOf(memberships) },
      prefilledOnboarding: prefilledOnboarding ?? null,
      memberships: [...memberships.map(({ organizationGuid, isAdmin }) => ({ organizationGuid, organizationName: (organizationGuid === tenant ? organization?.name : names.get(organizationGuid)) ?? '', isAdmin })), ...staffed],
      organization: organization && asking ? { ...startupOrganization(organization, logoAddress(organization.guid, pictures.get(organization.guid)), asking, this.sales.catalogue, now), ...(endsAt && { staffAccess: { guid: accessGuid, endsAt: endsAt.toISOString() } }) } : null,
      regions: [...regions],
    };
  }

  @RouteOf('getPosition')
  position(@AsOf() position: string): AnswerOf<'getPosition'> {
    return { position };
  }

  @RouteOf('getCustomerConfig')
  async getCustomerConfig(@CurrentTenant() tenant: string): Promise<AnswerOf<'getCustomerConfig'>> {
    return (await this.#organization(tenant)).customerConfig;
  }

  async #organization(tenant: string): Promise<Organization> {
    return (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
  }
}
