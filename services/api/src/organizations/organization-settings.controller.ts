import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import { noIndustryMatchesText } from '@plimsoll/contracts/organizations/industry-texts';
import { regionOf, regions } from '@plimsoll/contracts/organizations/regions';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { FindMember, ListMembers } from '@plimsoll/projections/members/member-list/query';
import { FindOrganizationsCalled } from '@plimsoll/projections/organizations/organization-directory/query';
import {
  FindMemberIndustries,
  FindOrganization,
  type Organization,
} from '@plimsoll/projections/organizations/organization-settings/query';
import { positionToken } from '@plimsoll/projections/runner/follow/position-token';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { isExecuted, type Executed } from '../commands/execute.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { Refused, throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  CurrentTenant,
  CurrentViewer,
  Envelope,
  Params,
  ReceivedAt,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import {
  routeOf,
  RouteOf,
  type AnswerOf,
  type BodyOf,
  type OperationId,
  type ParamsOf,
  type QueryOf,
} from '../http/route-of.ts';
import { Sales } from '../billing/purchases/sales.ts';
import { SubscriptionGate } from '../billing/subscription-gate.ts';
import { Authentication } from '../identity/sign-in/authentication.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { Pictures } from '../pictures/pictures.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { AddLocation } from './locations/add-location.ts';
import { ChangeCustomerConfig } from './change-customer-config.ts';
import { ChangeLocation } from './locations/change-location.ts';
import { FoundOrganization } from './founding/found-organization.ts';
import { loadEntry } from './founding/organization-entry.ts';
import { bySector, industries } from './locations/industries.ts';
import { logoAddress } from './logo/logo-address.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { SeenMemberships } from '../members/seen-memberships.ts';
import { industriesOf, operatingLocations, organizationAnswer } from './organization-answers.ts';
import { SetMemberIndustries } from '../members/set-member-industries.ts';
import { SwitchModule } from './switch-module.ts';
import { UpdateOrganization } from './update-organization.ts';

/** Founds organizations, and changes their settings. */
@Controller()
export class OrganizationSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly authentication: Authentication,
    private readonly seen: SeenMemberships,
    private readonly pictures: Pictures,
    private readonly sales: Sales,
    private readonly wall: SubscriptionGate,
    private readonly throttle: AddressThrottle,
    private readonly organizations: OrganizationsCache,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @RouteOf('foundOrganization')
  async found(
    @Body() { creatorGuid, name, sizeRange, timeZone, utmCodes }: BodyOf<'foundOrganization'>,
    @CurrentBearer() bearer: Bearer,
    @Envelope() envelope: CommandEnvelope,
    @ReceivedAt() now: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'foundOrganization'>> {
    // A single sign-on session is limited to its organization, so it may not found another.
    if (bearer.organizationGuid !== null) throwRefusal('Forbidden');
    if (creatorGuid !== bearer.userGuid)
      throwRefusal('Forbidden', { fieldErrors: [fieldError('creatorGuid', 'Forbidden')] });
    const organizationGuid = envelope.newGuid();
    await this.#countFounding(organizationGuid, request);
    const outcome = await this.commands.execute(
      new FoundOrganization(envelope, { organizationGuid, name, sizeRange, timeZone, utmCodes: utmCodes ?? null }),
    );
    if (!isExecuted(outcome)) throw new Refused(outcome);
    // The founder continues in the new organization at once.
    await this.progress.waitFor(organizationGuid, outcome.position, routeOf('getOrganization').readModels);
    this.viewers.forget(bearer.userGuid);
    void reply
      .header('Position', positionToken(organizationGuid, outcome.position ?? 0))
      .header('Authorization', `Bearer ${await this.authentication.newToken(bearer)}`);
    const viewer = (await this.viewers.membershipsOf(bearer)).get(organizationGuid);
    return viewer ? this.#answer(organizationGuid, viewer, now) : throwRefusal('Unavailable');
  }

  /** Counts a founding, unless it is a repetition of one that has begun. Throws 429. */
  async #countFounding(organizationGuid: string, { ip, edge }: EdgeRequest): Promise<void> {
    if (await loadEntry(this.store, organizationGuid)) return;
    await this.throttle.count('foundingsAnHour', ip);
    await this.throttle.countFounding(edge.bearer!.userGuid);
  }

  @RouteOf('searchOrganizations')
  async search(@Query() { matching }: QueryOf<'searchOrganizations'>): Promise<AnswerOf<'searchOrganizations'>> {
    return listed(await this.queries.execute(new FindOrganizationsCalled(matching)));
  }

  @RouteOf('getOrganization')
  find(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getOrganization'>> {
    return this.#answer(tenant, viewer, now);
  }

  @RouteOf('updateOrganization')
  async update(
    @Body() body: BodyOf<'updateOrganization'>,
    @CurrentViewer() viewer: Viewer,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'updateOrganization'>> {
    await this.#waitForReadModels(
      'updateOrganization',
      envelope,
      accept(await this.commands.execute(new UpdateOrganization(envelope, body))),
    );
    return this.#answer(envelope.tenant, viewer, now);
  }

  @RouteOf('listFeatures')
  async features(@CurrentTenant() tenant: string): Promise<AnswerOf<'listFeatures'>> {
    return (await this.#organization(tenant)).modules.map(({ code: featureCode, isEnabled }) => ({
      featureCode,
      isEnabled,
    }));
  }

  @RouteOf('switchFeature')
  async switchFeature(
    @Body() { featureCode: module, isEnabled }: BodyOf<'switchFeature'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<void> {
    if (isEnabled) await this.wall.demandIncluded(module, envelope.tenant, now);
    accept(await this.commands.execute(new SwitchModule(envelope, { module, isEnabled })));
  }

  @RouteOf('changeCustomerConfig')
  async changeCustomerConfig(
    @Body() body: BodyOf<'changeCustomerConfig'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    const { featureCode, code = featureCode, isEnabled } = body;
    if (code === undefined || (featureCode !== undefined && featureCode !== code))
      throwMalformed([
        fieldError('featureCode', 'MalformedRequest', code === undefined ? fieldTexts.missing : fieldTexts.givenTwice),
      ]);
    if (code === OPERATORS_FLAG) throwRefusal('Forbidden');
    const { position } = accept(await this.commands.execute(new ChangeCustomerConfig(envelope, { code, isEnabled })));
    // What is reported next in this process follows the switch at once.
    await this.progress.waitFor(envelope.tenant, position, ['organization-settings']);
    this.organizations.forget(envelope.tenant);
  }

  @RouteOf('listExternalSystems')
  async externalSystems(@CurrentTenant() tenant: string): Promise<AnswerOf<'listExternalSystems'>> {
    return (await this.#organization(tenant)).externalSystems;
  }

  @RouteOf('listLocations')
  async locations(@CurrentTenant() tenant: string): Promise<AnswerOf<'listLocations'>> {
    return listed(operatingLocations(await this.#organization(tenant)));
  }

  @RouteOf('addLocation')
  async addLocation(
    @Body() location: BodyOf<'addLocation'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'addLocation'>> {
    await this.#waitForReadModels(
      'addLocation',
      envelope,
      accept(await this.commands.execute(new AddLocation(envelope, location))),
    );
    return this.#location(envelope.tenant, location);
  }

  @RouteOf('changeLocation')
  async changeLocation(
    @Params() { regionGuid }: ParamsOf<'changeLocation'>,
    @Body() { industryGuids }: BodyOf<'changeLocation'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'changeLocation'>> {
    await this.#waitForReadModels(
      'changeLocation',
      envelope,
      accept(await this.commands.execute(new ChangeLocation(envelope, { regionGuid, industryGuids }))),
    );
    return this.#location(envelope.tenant, { regionGuid, industryGuids });
  }

  @RouteOf('listOrganizationRegions')
  async organizationRegions(@CurrentTenant() tenant: string): Promise<AnswerOf<'listOrganizationRegions'>> {
    const own = new Set((await this.#organization(tenant)).locations.map(({ regionGuid }) => regionGuid));
    return listed(regions.filter(({ guid }) => own.has(guid)));
  }

  @RouteOf('listOrganizationIndustries')
  async organizationIndustries(@CurrentTenant() tenant: string): Promise<AnswerOf<'listOrganizationIndustries'>> {
    return listed(industriesOf(await this.#organization(tenant)));
  }

  @RouteOf('listRegions')
  regions(): AnswerOf<'listRegions'> {
    return listed(regions);
  }

  /** Returns all industries: they do not depend on the region. */
  @RouteOf('listIndustries')
  industries(@Query() { regionGuid }: QueryOf<'listIndustries'>): AnswerOf<'listIndustries'> {
    if (!regionOf(regionGuid))
      throwRefusal('RegionNotFound', {
        fieldErrors: [fieldError('regionGuid', 'RegionNotFound', noIndustryMatchesText(regionGuid))],
      });
    return listed(industries);
  }

  @RouteOf('getMemberIndustries')
  async memberIndustries(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { userGuid }: ParamsOf<'getMemberIndustries'>,
  ): Promise<AnswerOf<'getMemberIndustries'>> {
    await this.#demandMember(tenant, viewer, userGuid);
    return listed(bySector(await this.queries.execute(new FindMemberIndustries(tenant, userGuid))));
  }

  @RouteOf('setMemberIndustries')
  async setMemberIndustries(
    @Params() { userGuid }: ParamsOf<'setMemberIndustries'>,
    @Body() { industryGuids }: BodyOf<'setMemberIndustries'>,
    @CurrentViewer() viewer: Viewer,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'setMemberIndustries'>> {
    demandOwnOrHeld(viewer, userGuid);
    accept(await this.commands.execute(new SetMemberIndustries(envelope, { userGuid, industryGuids })));
    return listed(bySector(industryGuids));
  }

  @RouteOf('listIntracUrls')
  async intracUrls(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
    @Params() { userGuid }: ParamsOf<'listIntracUrls'>,
  ): Promise<AnswerOf<'listIntracUrls'>> {
    await this.#demandMember(tenant, viewer, userGuid);
    return listed((await this.#organization(tenant)).externalSystems.filter(({ kind }) => kind === 'INTRAC'));
  }

  async #demandMember(tenant: string, viewer: Viewer, userGuid: string): Promise<void> {
    demandOwnOrHeld(viewer, userGuid);
    if (!(await this.queries.execute(new FindMember(tenant, userGuid)))) throwRefusal('NotAMember');
  }

  /** Waits for the read models of the operation: only they have the previous values that the answer shows. */
  async #waitForReadModels(
    operationId: OperationId,
    { tenant }: CommandEnvelope,
    { position }: Executed,
  ): Promise<void> {
    await this.progress.waitFor(tenant, position, routeOf(operationId).readModels);
  }

  async #answer(tenant: string, viewer: Viewer, now: Date): Promise<AnswerOf<'getOrganization'>> {
    const [organization, members] = await Promise.all([
      this.#organization(tenant),
      this.queries.execute(new ListMembers(tenant)),
    ]);
    const seen = await this.seen.of(
      members.map((member) => ({ ...member, organizationGuid: tenant })),
      viewer,
    );
    const logos = await this.pictures.addressesOf('ORGANIZATION_LOGO', [tenant]);
    return organizationAnswer(
      organization,
      { members: seen, logo: logoAddress(tenant, logos.get(tenant)) },
      viewer,
      this.sales.catalogue,
      now,
    );
  }

  /** The location as requested, if the read models do not include it yet. */
  async #location(
    tenant: string,
    { regionGuid, industryGuids }: { regionGuid: string; industryGuids: string[] },
  ): Promise<OperatingLocation> {
    const found = operatingLocations(await this.#organization(tenant));
    const location = found.find(({ region }) => region.guid === regionGuid) ?? {
      region: regionOf(regionGuid)!,
      isPrimary: found.length === 0,
    };
    return { ...location, industryGuids, sectorAndIndustries: bySector(industryGuids) };
  }

  async #organization(tenant: string): Promise<Organization> {
    return (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
  }
}

/** Throws 403 unless the industries are the viewer's own, or they hold UPDATE_ORGANIZATION_MEMBER. */
function demandOwnOrHeld(viewer: Viewer, userGuid: string): void {
  if (viewer.userGuid !== userGuid && !holds(viewer, 'UPDATE_ORGANIZATION_MEMBER')) throwRefusal('Forbidden');
}

const listed = <Item>(items: readonly Item[]) => ({ items: [...items], totalCount: items.length });
