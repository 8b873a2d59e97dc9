import { Injectable } from '@nestjs/common';
import { isGated, type Route } from '@plimsoll/contracts/http/route';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { AuditorCalls } from '../auditors/auditor-calls.ts';
import { AuditorGrants } from '../auditors/auditor-grants.ts';
import { SubscriptionGate } from '../billing/subscription-gate.ts';
import { Authentication } from '../identity/sign-in/authentication.ts';
import { INVALID_TOKEN } from '../identity/sign-in/tokens.ts';
import { UserPermissions } from '../identity/accounts/user-permissions.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ApiKeys } from '../integration/api-keys.ts';
import { SingleSignOnSettings } from '../single-sign-on/single-sign-on-settings.ts';
import { StaffAccesses, staffViewer } from '../staff/staff-accesses.ts';
import { StaffCalls } from '../staff/staff-calls.ts';
import type { Bearer, Edge, EdgeRequest } from './edge-request.ts';
import { demandsNothing, isMet, mayEnter } from './may-enter.ts';
import { OrganizationThrottle } from './limits/organization-throttle.ts';
import { RequestTransfers } from './limits/request-transfers.ts';
import { throwRefusal } from './problems/problem-of.ts';
import { foreignIn, isLeftToBody, isNamed, likelyTenantOf, namesInBody, tenantOf } from './tenant-of.ts';

interface AuthorizerCall {
  /** Fields that the log has of the request. */
  readonly logFields: Record<string, unknown>;
  readonly isFirst: boolean;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** A viewer without any rights: someone who asks about an organization that is not theirs. */
const strangerOf = (userGuid: string): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
});

/**
 * Authenticates and authorizes a request before its body is read, so that no body is read for a request that is refused
 * anyway, and once more when a body has arrived late. Checks in the order of the answers: 403 for another site's page,
 * 401 without a token, 404 for an organization that is not the bearer's, 403 for a session or role without access, a
 * module or feature that is switched off, or a missing recent sign-in, 402 for a write that the subscription does not
 * cover.
 */
@Injectable()
export class RequestAuthorizer {
  constructor(
    private readonly authentication: Authentication,
    private readonly viewers: Viewers,
    private readonly throttle: OrganizationThrottle,
    private readonly singleSignOn: SingleSignOnSettings,
    private readonly permissions: UserPermissions,
    private readonly staffAccesses: StaffAccesses,
    private readonly staffCalls: StaffCalls,
    private readonly apiKeys: ApiKeys,
    private readonly subscriptionGate: SubscriptionGate,
    private readonly auditorGrants: AuditorGrants,
    private readonly auditorCalls: AuditorCalls,
    private readonly reader: ReadModelReader,
    private readonly transfers: RequestTransfers,
  ) {}

  /**
   * Throws a refusal, or stores the findings in `request.edge`. `logFields` are the fields that the log has of the
   * request.
   */
  async authorize(
    route: Route,
    request: EdgeRequest,
    reply: FastifyReply,
    logFields: Record<string, unknown>,
  ): Promise<void> {
    request.edge = {
      receivedAt: new Date(),
      route,
      path: pathOf(request.url),
      memberships: none,
      staffAccesses: none,
      bearer: undefined,
      key: undefined,
      tenant: undefined,
      viewer: undefined,
      sets: undefined,
      params: undefined,
      query: undefined,
      body: undefined,
      authorizedAt: 0,
      isBodyLate: false,
    };
    const { edge } = request;
    if (!route.opensAsPage) this.authentication.refuseOtherOrigins(request);
    if (route.access !== 'PUBLIC' && route.access !== 'KEY') {
      edge.bearer = await this.authentication.bearerOf(request, (bearer) => this.#prefetch(bearer, request));
      logFields['userGuid'] = edge.bearer.userGuid;
    }
    await this.#authorize(request, reply, { logFields, isFirst: true });
    edge.authorizedAt = performance.now();
    edge.isBodyLate = route.method !== 'GET' && !request.raw.complete;
    if (edge.isBodyLate) this.transfers.beginUpload(request, reply);
  }

  /**
   * Looks the rights of a request up again, whose body has arrived since. What has not changed costs no query: the
   * caches are at most a second old. Throws the refusal that a new request would get; an expired token is none, since a
   * file may take longer than a token lasts.
   */
  async confirm(request: EdgeRequest, reply: FastifyReply, logFields: Record<string, unknown>): Promise<void> {
    const { edge } = request;
    if (edge.bearer) await this.authentication.demandOpenSession(edge.bearer);
    await this.#authorize(request, reply, { logFields, isFirst: false });
    edge.authorizedAt = performance.now();
  }

  /** @param call whether it is the first look-up of the request, which counts toward the organization's rate limit. */
  async #authorize(request: EdgeRequest, reply: FastifyReply, call: AuthorizerCall): Promise<void> {
    const { edge } = request;
    const { route } = edge;
    if (route.access === 'PUBLIC') return;
    if (route.access === 'KEY') return this.#enterWithKey(request, call);
    if (!edge.bearer) throw new Error(`${route.operationId} has no bearer`);
    if (edge.bearer.auditorOf !== null) return this.#enterAsAuditor(request, edge.bearer.auditorOf, call);
    if (route.access === 'AUDITOR') throwRefusal('Forbidden');
    edge.memberships = await this.viewers.membershipsOf(edge.bearer);
    if (mayReadAsStaff(request)) await this.#addStaffAccesses(edge, edge.bearer);
    const parts = { params: request.params, query: request.query, body: undefined };
    if (call.isFirst) await this.#logRefusedAsStaff(request, parts);
    const tenant = isLeftToBody(route, parts, edge.memberships) ? null : tenantOf(route, parts, edge.memberships);
    await this.#restrictToSession(request, tenant);
    if (tenant !== null && (isNamed(route, parts) || (await this.#opens(tenant, request))))
      await this.#enter(tenant, request, reply, call);
    if (route.demandsRecentSignIn) await this.authentication.demandRecentSignIn(edge.bearer);
    if (isGated(route) && edge.tenant !== undefined)
      await this.subscriptionGate.demandCovered(route, edge.tenant, edge.receivedAt);
  }

  /**
   * Does the same for the organization that the body names, on routes where it may. If the address names one too, both
   * must be equal.
   */
  async authorizeBody(request: EdgeRequest, reply: FastifyReply, logFields: Record<string, unknown>): Promise<void> {
    const { route, memberships, tenant: known } = request.edge;
    if (!namesInBody(route)) return;
    if (known === undefined) await this.#logRefusedAsStaff(request, request);
    const tenant = tenantOf(route, request, memberships);
    if (tenant === null || known !== undefined) return;
    await this.#enter(tenant, request, reply, { logFields, isFirst: true });
    if (isGated(route)) await this.subscriptionGate.demandCovered(route, tenant, request.edge.receivedAt);
  }

  /** Logs an auditor's request before it is answered. @returns the payload to send. */
  beforeAnswer(request: EdgeRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    return this.auditorCalls.beforeAnswer(request, reply, payload);
  }

  /**
   * Starts the lookups that authorization will most likely need, in parallel with that of the session: in sequence they
   * would take four round trips. Errors are ignored here; they occur again where the result is awaited.
   */
  #prefetch(bearer: Bearer, { edge: { route }, params, query }: EdgeRequest): void {
    if (bearer.auditorOf !== null || route.access === 'AUDITOR') return;
    const tenant = likelyTenantOf(route, { params, query, body: undefined }, bearer.claimed);
    this.reader.batched(() => {
      const lookups = [this.viewers.membershipsOf(bearer), ...(tenant ? [this.viewers.switchesOf(tenant)] : [])];
      for (const answer of lookups) answer.catch(() => undefined);
    });
  }

  /** Lets an auditor into the organization of their grant only, and only on routes open to auditors. */
  async #enterAsAuditor(request: EdgeRequest, tenant: string, { logFields, isFirst }: AuthorizerCall): Promise<void> {
    const { edge } = request;
    const viewer =
      (await this.auditorGrants.viewerOf(tenant, edge.bearer!.userGuid)) ??
      throwRefusal('ExpiredNonRefreshableJwt', {}, INVALID_TOKEN);
    logFields['organizationGuid'] = tenant;
    edge.memberships = new Map([[tenant, viewer]]);
    if (isFirst) await this.throttle.admit(tenant);
    const { access, auditors } = edge.route;
    if (access !== 'AUDITOR' && !auditors) throwRefusal('Forbidden');
    edge.tenant = tenantOf(
      edge.route,
      { params: request.params, query: request.query, body: undefined },
      edge.memberships,
    )!;
    edge.viewer = viewer;
  }

  /** Lets an API key into its own organization; the key itself determines its scopes. */
  async #enterWithKey({ edge, headers }: EdgeRequest, { logFields, isFirst }: AuthorizerCall): Promise<void> {
    if (!isFirst && edge.key) {
      if (!(await this.apiKeys.read(edge.key.tenant, edge.key.keyGuid)))
        throwRefusal('InvalidApiKey', {}, { 'www-authenticate': 'Bearer' });
      return;
    }
    edge.key = await this.apiKeys.open(headers.authorization);
    edge.tenant = logFields['organizationGuid'] = edge.key.tenant;
    await this.throttle.admit(edge.key.tenant);
  }

  /** Adds the organizations that the bearer may read as a member of staff. */
  async #addStaffAccesses(edge: Edge, { userGuid, sessionGuid }: Bearer): Promise<void> {
    const staffed = await this.staffAccesses.of(sessionGuid);
    if (staffed.size === 0) return;
    edge.staffAccesses = new Map([...staffed].filter(([guid]) => !edge.memberships.has(guid)));
    edge.memberships = new Map([
      ...edge.memberships,
      ...[...edge.staffAccesses.keys()].map((guid) => [guid, staffViewer(userGuid)] as const),
    ]);
  }

  /**
   * Logs a write to an organization that the bearer may only read, as staff: it is refused like anyone's, but the
   * organization sees that it was tried.
   */
  async #logRefusedAsStaff(
    { edge: { route, bearer, memberships }, params }: EdgeRequest,
    parts: Parameters<typeof foreignIn>[1],
  ): Promise<void> {
    if (route.method === 'GET') return;
    const foreign = foreignIn(route, parts, memberships);
    if (foreign.length === 0) return;
    const staffed = await this.staffAccesses.of(bearer!.sessionGuid);
    for (const tenant of new Set(foreign)) {
      const accessGuid = staffed.get(tenant);
      if (accessGuid !== undefined)
        await this.staffCalls.write({ tenant, accessGuid, operationId: route.operationId, params, isRefused: true });
    }
  }

  /**
   * Whether a request without a named organization means this one: not if the route works without an organization and
   * the tenant demands single sign-on, but the session began with a password.
   */
  async #opens(tenant: string, { edge: { route, bearer } }: EdgeRequest): Promise<boolean> {
    return (
      route.access !== 'SIGNED_IN' ||
      bearer!.organizationGuid !== null ||
      (await this.singleSignOn.of(tenant))?.active == null
    );
  }

  /**
   * Keeps a single sign-on session within its organization. It reads and changes the account, and answers for the
   * person, only where the organization governs the account: another identity provider's word is not the person's own.
   */
  async #restrictToSession({ edge: { route, bearer } }: EdgeRequest, tenant: string | null): Promise<void> {
    const only = bearer!.organizationGuid;
    if (only === null) return;
    if (route.access === 'ANY_ORGANIZATION' && tenant !== only) throwRefusal('Forbidden');
    if (isOfPerson(route) && !(await this.permissions.opensAccount(bearer!))) throwRefusal('Forbidden');
  }

  async #enter(
    tenant: string,
    { edge, params, socket }: EdgeRequest,
    reply: FastifyReply,
    { logFields, isFirst }: AuthorizerCall,
  ): Promise<void> {
    logFields['organizationGuid'] = tenant;
    edge.tenant = tenant;
    const viewer = edge.memberships.get(tenant);
    // Requests of strangers do not count toward the organization's rate limit.
    if (!viewer) {
      edge.viewer = strangerOf(edge.bearer!.userGuid);
      return;
    }
    if (isFirst) await this.throttle.admit(tenant);
    const accessGuid = edge.staffAccesses.get(tenant);
    // Staff have no account with the organization's identity provider.
    const demanded =
      edge.bearer!.organizationGuid === null && accessGuid === undefined && !isLeaving(edge.route, params, edge.bearer!)
        ? await this.singleSignOn.demandedOf(tenant, socket.localPort)
        : undefined;
    if (demanded) throwRefusal('SsoSessionRequired', { facts: demanded });
    edge.viewer = viewer;
    if (accessGuid !== undefined)
      await this.staffCalls.write({
        tenant,
        accessGuid,
        operationId: edge.route.operationId,
        params,
        isRefused: false,
      });
    if (!this.authentication.hasCurrentClaims(edge.bearer!, tenant, edge.viewer)) {
      void reply.header('Authorization', `Bearer ${await this.authentication.newToken(edge.bearer!)}`);
    }
    const { access, modules, flags } = edge.route;
    if (!mayEnter(access, edge.viewer)) throwRefusal('Forbidden');
    if (demandsNothing(modules) && demandsNothing(flags)) return;
    const on = await this.viewers.switchesOf(tenant);
    if (!isMet(modules, on.modules) || !isMet(flags, on.flags)) throwRefusal('Forbidden');
  }
}

/**
 * Whether a request may read another organization as staff: the one it names, or any if the bearer has none. Staff only
 * read.
 */
function mayReadAsStaff({ edge: { route, memberships }, params, query }: EdgeRequest): boolean {
  if (route.method !== 'GET' || route.access === 'ANY_ORGANIZATION') return false;
  const named = [
    (params as { orgGuid?: unknown } | undefined)?.orgGuid,
    (query as { organizationGuid?: unknown } | undefined)?.organizationGuid,
  ].filter((guid) => typeof guid === 'string');
  return named.length === 0
    ? memberships.size === 0 && route.access !== 'SIGNED_IN'
    : named.some((guid) => !memberships.has(guid.toLowerCase()));
}

/** Whether a route concerns the person rather than an organization that they belong to. */
const isOfPerson = ({ access, method, log }: Route): boolean =>
  access === 'ANY_ORGANIZATION' || (access === 'SIGNED_IN' && (method !== 'GET' || log === 'INSTALLATION'));

/** Whether someone ends their own membership: always possible, also where the organization demands its own sign-in. */
const isLeaving = ({ operationId }: Route, params: unknown, { userGuid }: Bearer): boolean =>
  operationId === 'removeMember' && (params as { userGuid?: unknown }).userGuid === userGuid;

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
