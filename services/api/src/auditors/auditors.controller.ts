import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AUDITOR_SESSION_HOURS, type AuditorGrant } from '@plimsoll/contracts/auditors/grants';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import {
  FindAuditorGrant,
  ListAuditorGrants,
  type MadeAuditorGrant,
} from '@plimsoll/projections/auditors/auditor-grant-list/query';
import { FORM_CATALOGUE } from '@plimsoll/projections/forms/form-catalogue-token';
import { FindListedUnits } from '@plimsoll/projections/incidents/incident-list/listed-units';
import { FindWholeList } from '@plimsoll/projections/incidents/incident-list/whole-list';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { personOf } from '@plimsoll/projections/platform/person-names';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { AccessLog } from '../audit/access-log.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { systemEnvelope } from '../commands/own-envelope.ts';
import type { Bearer, EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
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
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type BodyOf, type ParamsOf } from '../http/route-of.ts';
import { AddressThrottle } from '../identity/email-addresses/address-throttle.ts';
import { deviceNameOf } from '../identity/sign-in/device-name.ts';
import { SessionAnswers } from '../identity/sign-in/session-answers.ts';
import { Sessions } from '../identity/sign-in/sessions.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';
import { AuditorCalls, type UsesOfGrant } from './auditor-calls.ts';
import { AuditorCodes } from './auditor-codes.ts';
import { AuditorGrants, grantStatus, scopeOf } from './auditor-grants.ts';
import { GrantAuditor } from './grant-auditor.ts';
import { LockAuditor } from './lock-auditor.ts';
import { RevokeAuditor } from './revoke-auditor.ts';

const SHOWN_AGAIN_MS = 86_400_000;
const neverUsed: UsesOfGrant = { views: 0, lastUsedAt: null };
const refused = 'InvalidAuditorCode' satisfies ErrorClass;

/** Grants for external auditors, and their sign-in. */
@Controller()
export class AuditorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly grants: AuditorGrants,
    private readonly codes: AuditorCodes,
    private readonly calls: AuditorCalls,
    private readonly accesses: AccessLog,
    private readonly sessions: Sessions,
    private readonly answers: SessionAnswers,
    private readonly throttle: AddressThrottle,
    private readonly organizations: OrganizationsCache,
    @Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @RouteOf('listAuditorGrants')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listAuditorGrants'>> {
    const [rows, uses] = await Promise.all([
      this.queries.execute(new ListAuditorGrants(tenant)),
      this.calls.usesOf(tenant),
    ]);
    const items = await Promise.all(rows.map((row) => this.#toAnswer(tenant, row, uses.get(row.grant_guid))));
    return { items, totalCount: items.length };
  }

  @RouteOf('grantAuditor')
  async grant(
    @Body() input: BodyOf<'grantAuditor'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'grantAuditor'>> {
    const { tenant, commandId } = envelope;
    const grantGuid = envelope.newGuid();
    const codes = this.codes.of(grantGuid, commandId);
    await this.#demandKnown(input, envelope);
    await this.codes.keep(tenant, grantGuid, codes);
    const grant = {
      ...input,
      grantGuid,
      firm: input.firm || null,
      formGuids: input.formGuids ?? null,
      worksiteGuids: input.worksiteGuids ?? null,
      eventIds: input.eventIds ?? null,
      expiresAt: new Date(input.expiresAt).toISOString(),
    };
    await this.#done(
      tenant,
      accept(await this.commands.execute(new GrantAuditor(envelope, grant))).position,
      grantGuid,
    );
    const made = await this.#get(tenant, grantGuid);
    const isShown = envelope.receivedAt.getTime() - Date.parse(made.grantedAt) <= SHOWN_AGAIN_MS;
    return {
      ...made,
      link: isShown ? `${this.settings.publicUrl}/auditor#${codes.token}` : null,
      passcode: isShown ? codes.passcode : null,
    };
  }

  @RouteOf('revokeAuditor')
  async revoke(
    @Params() { grantGuid }: ParamsOf<'revokeAuditor'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
  ): Promise<AnswerOf<'revokeAuditor'>> {
    await this.#done(
      envelope.tenant,
      accept(await this.commands.execute(new RevokeAuditor(envelope, grantGuid))).position,
      grantGuid,
    );
    await this.sessions.endAll(grantGuid);
    return this.#get(envelope.tenant, grantGuid);
  }

  @RouteOf('signInAsAuditor')
  async signIn(
    @Body() { token, passcode }: BodyOf<'signInAsAuditor'>,
    @ReceivedAt() now: Date,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<'signInAsAuditor'>> {
    await this.throttle.count('mailsAndTokensAnHour', request.ip);
    const tried = (await this.codes.try(token, passcode.replaceAll(/\s/g, ''))) ?? throwRefusal(refused);
    const { tenant, grantGuid } = tried;
    if (tried.isGuessedAt) await this.#lock(tenant, grantGuid);
    const grant = tried.isRight ? await this.queries.execute(new FindAuditorGrant(tenant, grantGuid)) : null;
    if (!grant || grantStatus(grant, now) !== 'ACTIVE') throwRefusal(refused);
    await this.accesses.write(
      {
        tenant,
        personGuid: grantGuid,
        personKind: 'AUDITOR',
        route: `${request.edge.route.method} /api${request.edge.route.path}`,
        requestId: request.id,
      },
      { action: 'SIGN_IN', count: 0 },
    );
    return this.answers.answer(
      await this.sessions.startOfAuditor(grantGuid, tenant, {
        hours: AUDITOR_SESSION_HOURS,
        until: grant.expires_at,
        device: deviceNameOf(request.headers['user-agent']),
      }),
      reply,
    );
  }

  @RouteOf('getAuditorSession')
  async session(
    @CurrentTenant() tenant: string,
    @CurrentBearer() { userGuid: grantGuid, sessionGuid }: Bearer,
  ): Promise<AnswerOf<'getAuditorSession'>> {
    const [grant, organization, endsAt] = await Promise.all([
      this.queries.execute(new FindAuditorGrant(tenant, grantGuid)),
      this.queries.execute(new FindOrganization(tenant)),
      this.sessions.endOf(sessionGuid),
    ]);
    if (!grant || !endsAt) throwRefusal('ExpiredNonRefreshableJwt');
    const { status: _, views: __, lastUsedAt: ___, ...told } = await this.#toAnswer(tenant, grant);
    return {
      ...told,
      organization: { guid: tenant, name: organization?.name ?? '', timeZone: organization?.timeZone ?? 'UTC' },
      endsAt: endsAt.toISOString(),
    };
  }

  @RouteOf('getAuditorFilters')
  async filters(
    @CurrentTenant() tenant: string,
    @CurrentViewer() viewer: Viewer,
  ): Promise<AnswerOf<'getAuditorFilters'>> {
    const { forms, worksites } = await this.queries.execute(new FindListedUnits(tenant, viewer));
    return { forms: [...forms], worksites: [...worksites] };
  }

  /** Locks a grant as a system command, since someone who guesses passcodes is not authenticated. */
  async #lock(tenant: string, grantGuid: string): Promise<void> {
    const done = await this.commands.execute(
      new LockAuditor(systemEnvelope({ tenant, name: `lock auditor ${grantGuid}` }), grantGuid),
    );
    if ('refused' in done) return;
    await this.#done(tenant, done.position, grantGuid);
    await this.sessions.endAll(grantGuid);
  }

  async #done(tenant: string, position: number | null, grantGuid: string): Promise<void> {
    await this.progress.waitFor(tenant, position, ['auditor-grant-list']);
    this.grants.forget(tenant, grantGuid);
  }

  /** Throws 404 naming the fields if the scope refers to unknown forms, worksites or incidents. */
  async #demandKnown(
    { formGuids, worksiteGuids, eventIds }: BodyOf<'grantAuditor'>,
    { tenant, actor, receivedAt }: CommandEnvelope,
  ): Promise<void> {
    const [forms, organization, events] = await Promise.all([
      Promise.all((formGuids ?? []).map((guid) => this.forms.find(tenant, guid))),
      this.organizations.of(tenant),
      eventIds ? this.queries.execute(new FindWholeList(tenant, actor, {}, receivedAt, eventIds)) : [],
    ]);
    const unknown = [
      ...(forms.includes(null) ? ['formGuids'] : []),
      ...(worksiteGuids?.some((guid) => !organization?.worksites.has(guid)) ? ['worksiteGuids'] : []),
      ...(events.length < new Set(eventIds ?? []).size ? ['eventIds'] : []),
    ];
    if (unknown.length > 0)
      throwRefusal('RecordNotFound', { fieldErrors: unknown.map((field) => fieldError(field, 'RecordNotFound')) });
  }

  async #get(tenant: string, grantGuid: string): Promise<AuditorGrant> {
    const [row, uses] = await Promise.all([
      this.queries.execute(new FindAuditorGrant(tenant, grantGuid)),
      this.calls.usesOf(tenant),
    ]);
    return this.#toAnswer(tenant, row ?? throwRefusal('Unavailable'), uses.get(grantGuid));
  }

  async #toAnswer(tenant: string, row: MadeAuditorGrant, { views, lastUsedAt } = neverUsed): Promise<AuditorGrant> {
    const [organization, forms] = await Promise.all([
      this.organizations.of(tenant),
      Promise.all((row.form_guids ?? []).map((guid) => this.forms.find(tenant, guid))),
    ]);
    const { formGuids, worksiteGuids, eventIds, ...scope } = scopeOf(row);
    return {
      grantGuid: row.grant_guid,
      name: row.name,
      emailAddress: row.email_address,
      firm: row.firm,
      purpose: row.purpose,
      ...scope,
      formGuids: formGuids && [...formGuids],
      worksiteGuids: worksiteGuids && [...worksiteGuids],
      eventIds: eventIds && [...eventIds],
      forms: formGuids && formGuids.map((guid, index) => ({ guid, name: forms[index]?.name ?? null })),
      worksites:
        worksiteGuids && worksiteGuids.map((guid) => ({ guid, name: organization?.worksites.get(guid)?.name ?? null })),
      expiresAt: row.expires_at,
      grantedAt: row.granted_at,
      grantedBy: personOf(row.granted_by, row.granted_by_name),
      owner: personOf(row.owner_guid, row.owner_name),
      status: grantStatus(row, new Date()),
      views,
      lastUsedAt,
    };
  }
}
