import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { OrganizationDomain } from '@plimsoll/contracts/single-sign-on/sso';
import { FindDomainHolder, ListDomains } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Executed } from '../commands/execute.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { throwMalformed, throwRefusal } from '../http/problems/problem-of.ts';
import {
  SendOutcome,
  Body,
  CurrentBearer,
  CurrentTenant,
  Envelope,
  Params,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { authorizeUrl } from './saml-answer.ts';
import { SingleSignOnSettings, SSO_SETTINGS_PAGE } from './single-sign-on-settings.ts';
import { SsoCookie } from './sso-cookie.ts';
import { SsoRequests } from './sso-requests.ts';
import { ActivateSso } from './activate-sso.ts';
import { AddDomain } from './add-domain.ts';
import { DeactivateSso } from './deactivate-sso.ts';
import { DomainRecords } from './domain-records.ts';
import { providerAnswer, readProvider } from './identity-provider.ts';
import type { Claim } from './organization-domain.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { RemoveDomain } from './remove-domain.ts';
import { SetSsoProvider } from './set-sso-provider.ts';
import { VerifyDomain } from './verify-domain.ts';

/** Sign-in settings of an organization, for its admins. */
@Controller()
export class SsoSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly singleSignOn: SingleSignOnSettings,
    private readonly organizations: OrganizationsCache,
    private readonly requests: SsoRequests,
    private readonly records: DomainRecords,
    private readonly cookie: SsoCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('getSso')
  find(
    @CurrentTenant() tenant: string,
    @CurrentBearer() { userGuid }: Bearer,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'getSso'>> {
    return this.#answer(tenant, userGuid, request);
  }

  @RouteOf('setSsoProvider')
  async set(
    @Body() input: BodyOf<'setSsoProvider'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'setSsoProvider'>> {
    const read = readProvider(input, { allowsPlainHttp: !this.settings.production });
    if ('errors' in read) throwMalformed(read.errors);
    return this.#answerAfter(
      envelope,
      accept(await this.commands.execute(new SetSsoProvider(envelope, read, envelope.newGuid()))),
      request,
    );
  }

  /** Tests the pending data, or the active data if nothing is pending. */
  @RouteOf('trySso')
  async try(
    @CurrentTenant() tenant: string,
    @CurrentBearer() { userGuid }: Bearer,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'trySso'>> {
    const { active, pending } =
      (await this.queries.execute(new FindOrganization(tenant)))?.singleSignOn ?? throwRefusal('OrganizationNotFound');
    const provider = pending ?? active ?? throwRefusal('RecordNotFound');
    const newRequest = {
      organizationGuid: tenant,
      providerGuid: provider.providerGuid,
      browserMark: this.cookie.write(request, reply),
      redirectUrl: SSO_SETTINGS_PAGE,
      triedBy: userGuid,
    };
    return {
      signInUrl: await authorizeUrl(
        provider,
        this.singleSignOn.addressesOf(tenant, request.socket.localPort),
        await this.requests.begin(newRequest),
      ),
    };
  }

  @RouteOf('activateSso')
  async activate(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'activateSso'>> {
    const tried = await this.requests.provedBy(envelope.tenant, envelope.actor.userGuid);
    return this.#answerAfter(envelope, accept(await this.commands.execute(new ActivateSso(envelope, tried))), request);
  }

  @RouteOf('deactivateSso')
  async deactivate(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @Req() request: EdgeRequest,
  ): Promise<AnswerOf<'deactivateSso'>> {
    return this.#answerAfter(envelope, accept(await this.commands.execute(new DeactivateSso(envelope))), request);
  }

  @RouteOf('listDomains')
  async domains(@CurrentTenant() tenant: string): Promise<AnswerOf<'listDomains'>> {
    const items = await this.#domains(tenant);
    return { items, totalCount: items.length };
  }

  @RouteOf('addDomain')
  async addDomain(
    @CurrentTenant() tenant: string,
    @Body() { domain }: BodyOf<'addDomain'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'addDomain'>> {
    const holder = await this.queries.execute(new FindDomainHolder(domain));
    const isAnothers = holder !== null && holder !== tenant;
    const claim = { organizationGuid: tenant, domain };
    return this.#domain(
      claim,
      envelope,
      accept(await this.commands.execute(new AddDomain(envelope, claim, isAnothers))),
    );
  }

  @RouteOf('verifyDomain')
  async verifyDomain(
    @CurrentTenant() tenant: string,
    @Params() { domain }: ParamsOf<'verifyDomain'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'verifyDomain'>> {
    const claim = { organizationGuid: tenant, domain };
    const isThere = (await this.queries.execute(new ListDomains(tenant))).some((own) => own.domain === domain);
    const found = isThere ? await this.records.find(claim) : 'NOT_FOUND';
    return this.#domain(claim, envelope, accept(await this.commands.execute(new VerifyDomain(envelope, claim, found))));
  }

  @RouteOf('removeDomain')
  async removeDomain(
    @CurrentTenant() tenant: string,
    @Params() { domain }: ParamsOf<'removeDomain'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<void> {
    const done = accept(await this.commands.execute(new RemoveDomain(envelope, { organizationGuid: tenant, domain })));
    await this.progress.waitFor(envelope.tenant, done.position, ['organization-domains']);
  }

  async #answer(tenant: string, userGuid: string, request: EdgeRequest): Promise<AnswerOf<'getSso'>> {
    const {
      singleSignOn: { active, pending },
      revision,
    } = (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
    const { entityId, acsUrl } = this.singleSignOn.addressesOf(tenant, request.socket.localPort);
    const isTried = pending !== null && (await this.requests.provedBy(tenant, userGuid)).has(pending.providerGuid);
    const shown = pending ?? active;
    const failedTry = shown && (await this.requests.lastFailure(tenant, userGuid, shown.providerGuid));
    return {
      active: active && providerAnswer(active),
      pending: pending && providerAnswer(pending),
      isTried,
      failedTry,
      serviceProvider: { entityId, acsUrl, metadataUrl: entityId },
      revision,
    };
  }

  /** Answers after the command is in the read model, and clears the cache for the next request. */
  async #answerAfter(
    { tenant, actor }: CommandEnvelope,
    { position }: Executed,
    request: EdgeRequest,
  ): Promise<AnswerOf<'getSso'>> {
    await this.progress.waitFor(tenant, position, ['organization-settings']);
    this.organizations.forget(tenant);
    return this.#answer(tenant, actor.userGuid, request);
  }

  async #domain(
    { organizationGuid, domain }: Claim,
    { tenant }: CommandEnvelope,
    { position }: Executed,
  ): Promise<OrganizationDomain> {
    await this.progress.waitFor(tenant, position, ['organization-domains']);
    return (await this.#domains(organizationGuid)).find((own) => own.domain === domain) ?? throwRefusal('Unavailable');
  }

  async #domains(organizationGuid: string): Promise<OrganizationDomain[]> {
    return (await this.queries.execute(new ListDomains(organizationGuid))).map(({ domain, verifiedAt }) => ({
      domain,
      ...this.records.of({ organizationGuid, domain }),
      verifiedAt,
    }));
  }
}
