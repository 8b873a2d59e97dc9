import { Controller, Inject, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import { FindMembershipsOf } from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationNames,
  type Organization,
} from '@plimsoll/projections/organizations/organization-settings/query';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { Sales } from '../billing/purchases/sales.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { jsonWith, cachedJson, type JsonText } from '../http/body/json-text.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { AsOf, CurrentBearer, CurrentTenant, CurrentViewer, ReceivedAt } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../http/route-of.ts';
import { onboardingStatusOf, photoAnswer } from '../identity/accounts/own-account.ts';
import { SignUps } from '../identity/accounts/sign-ups.ts';
import { Pictures } from '../pictures/pictures.ts';
import { logoAddress } from './logo/logo-address.ts';
import { SingleSignOnSettings } from '../single-sign-on/single-sign-on-settings.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { StaffAccesses } from '../staff/staff-accesses.ts';
import { startupOrganization, type Units } from './organization-answers.ts';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly signUps: SignUps,
    private readonly pictures: Pictures,
    private readonly singleSignOn: SingleSignOnSettings,
    private readonly staff: StaffAccesses,
    private readonly sales: Sales,
    private readonly reader: ReadModelReader,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('getStartup')
  async startup(
    @CurrentBearer() { userGuid, sessionGuid, organizationGuid: only }: Bearer,
    @CurrentTenant() tenant: string | undefined,
    @CurrentViewer() viewer: Viewer | undefined,
    @ReceivedAt() now: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonText<AnswerOf<'getStartup'>>> {
    // Starts with the cached memberships, which rarely differ from the current ones.
    const elsewhere = [...request.edge.memberships.keys()].filter((guid) => guid !== tenant);
    const [account, everywhere, organization, namesElsewhere, pictures] = await this.reader.batched(() =>
      Promise.all([
        this.queries.execute(new FindAccount(userGuid)),
        this.queries.execute(new FindMembershipsOf(userGuid)),
        tenant ? this.queries.execute(new FindOrganization(tenant, 'IF_CHANGED')) : null,
        this.queries.execute(new FindOrganizationNames(elsewhere)),
        this.pictures.addressesOf(['ORGANIZATION_LOGO', 'PROFILE_PHOTO'], [userGuid, ...(tenant ? [tenant] : [])]),
      ]),
    );
    if (!account) throwRefusal('MissingUserAccount');
    const memberships = everywhere.filter(({ organizationGuid }) => only === null || organizationGuid === only);
    // Without a named organization the only membership counts, and it may require single sign-on.
    const demanded =
      tenant === undefined && memberships.length === 1
        ? await this.singleSignOn.demandedOf(memberships[0]!.organizationGuid, request.socket.localPort)
        : undefined;
    if (demanded) throwRefusal('SsoSessionRequired', { facts: demanded });
    const unnamed = memberships.filter(
      ({ organizationGuid }) => organizationGuid !== tenant && !namesElsewhere.has(organizationGuid),
    );
    const [names, prefilledOnboarding] = await Promise.all([
      this.queries.execute(new FindOrganizationNames(unnamed.map(({ organizationGuid }) => organizationGuid))),
      memberships.length === 0 ? this.signUps.prefilledBy(userGuid) : null,
    ]);
    const nameOf = (guid: string): string =>
      (guid === tenant ? organization?.name : (namesElsewhere.get(guid) ?? names.get(guid))) ?? '';
    // Staff with temporary access see it like an onboarded member.
    const viewingMember =
      memberships.find(({ organizationGuid }) => organizationGuid === tenant) ??
      (viewer && { ...viewer, isOnboarded: true });
    const staffed =
      organization && !memberships.some(({ organizationGuid }) => organizationGuid === tenant)
        ? [{ organizationGuid: organization.guid, organizationName: organization.name, isAdmin: false }]
        : [];
    const accessGuid = staffed.length > 0 ? (await this.staff.of(sessionGuid)).get(organization!.guid) : undefined;
    // An identity provider's session sees the person as the organization knows them.
    const { name, emailAddress } = memberships.find(({ organizationGuid }) => organizationGuid === only) ?? account;
    const endsAt = accessGuid && (await this.staff.endOf(accessGuid));
    const organizationJson =
      organization &&
      viewingMember &&
      jsonWith<NonNullable<AnswerOf<'getStartup'>['organization']>, Units>(
        {
          ...startupOrganization(
            organization,
            logoAddress(organization.guid, pictures.get(organization.guid)),
            viewingMember,
            this.sales.catalogue,
            now,
          ),
          ...(endsAt && { staffAccess: { guid: accessGuid!, endsAt: endsAt.toISOString() } }),
        },
        { worksites: cachedJson(organization.worksites), reportingGroups: cachedJson(organization.reportingGroups) },
      );
    void reply.header('content-type', 'application/json; charset=utf-8');
    return jsonWith<AnswerOf<'getStartup'>, 'organization' | 'regions'>(
      {
        user: {
          guid: account.userGuid,
          name,
          primaryEmailAddress: emailAddress,
          photo: photoAnswer(userGuid, pictures.get(userGuid)).photo,
          onboardingStatus: onboardingStatusOf(memberships),
        },
        prefilledOnboarding: prefilledOnboarding ?? null,
        memberships: [
          ...memberships.map(({ organizationGuid, isAdmin }) => ({
            organizationGuid,
            organizationName: nameOf(organizationGuid),
            isAdmin,
          })),
          ...staffed,
        ],
        fileLimitBytes: this.settings.fileLimitBytes,
      },
      { organization: organizationJson ?? 'null', regions: cachedJson(regions) },
    );
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
