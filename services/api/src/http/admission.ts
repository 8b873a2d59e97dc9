import { Injectable } from '@nestjs/common';
import { isBehindWall, type Route } from '@plimsoll/contracts/http/route';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type { FastifyReply } from 'fastify';
import { AuditorCalls } from '../auditors/auditor-calls.ts';
import { AuditorGrants } from '../auditors/auditor-grants.ts';
import { Wall } from '../billing/wall.ts';
import { Authentication } from '../identity/sign-in/authentication.ts';
import { INVALID_TOKEN } from '../identity/sign-in/tokens.ts';
import { UserPermissions } from '../identity/accounts/user-permissions.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { ApiKeys } from '../integration/api-keys.ts';
import { SingleSignOnNow } from '../single-sign-on/single-sign-on-now.ts';
import { StaffAccesses, staffViewer } from '../staff/staff-accesses.ts';
import { StaffCalls } from '../staff/staff-calls.ts';
import type { Bearer, Edge, EdgeRequest } from './edge-request.ts';
import { demandsNothing, isMet, mayEnter } from './may-enter.ts';
import { OrganizationThrottle } from './organization-throttle.ts';
import { throwRefusal } from './problem-of.ts';
import { isLeftToBody, isNamed, likelyTenantOf, namesInBody, tenantOf } from './tenant-of.ts';

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Somebody who asks about an organization that is not theirs: they hold nothing there. */
const strangerOf = (userGuid: string): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
});

/**
 * Who asks, for which organization, and whether they may: settled before the body is read, so that nobody has a body read
 * whose request is refused anyway. In the order of the answers: 403 for another site's page, 401 without a token, 404 for
 * an organization that is not the bearer's, 403 for a session that does not open it, for whom the route is not, without its switches, or
 * without the recent sign-in that it demands, 402 for a write that the subscription does not cover.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly authentication: Authentication,
    private readonly viewers: Viewers,
    private readonly throttle: OrganizationThrottle,
    private readonly singleSignOn: SingleSignOnNow,
    private readonly permissions: UserPermissions,
    private readonly staffAccesses: StaffAccesses,
    private readonly staffCalls: StaffCalls,
    private readonly apiKeys: ApiKeys,
    private readonly wall: Wall,
    private readonly auditorGrants: AuditorGrants,
    private readonly auditorCalls: AuditorCalls,
    private readonly reader: ReadModelReader,
  ) {}

  /** Ends the request with a refusal, or notes at it what was found out. `said` is what the log tells of the request. */
  async beforeBody(
    route: Route,
    request: EdgeRequest,
    reply: FastifyReply,
    said: Record<string, unknown>,
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
    };
    const { edge } = request;
    if (!route.opensAsPage) this.authentication.refuseOtherOrigins(request);
    if (route.access === 'PUBLIC') return;
    if (route.access === 'KEY') return this.#enterWithKey(request, said);
    edge.bearer = await this.authentication.bearerOf(request, (bearer) => this.#foresee(bearer, request));
    said['userGuid'] = edge.bearer.userGuid;
    if (edge.bearer.auditorOf !== null) return this.#enterAsAuditor(request, edge.bearer.auditorOf, said);
    if (route.access === 'AUDITOR') throwRefusal('Forbidden');
    edge.memberships = await this.viewers.membershipsOf(edge.bearer);
    if (mayBeStaffed(request)) await this.#addStaffed(edge, edge.bearer);
    const parts = { params: request.params, query: request.query, body: undefined };
    const tenant = isLeftToBody(route, parts, edge.memberships) ? null : tenantOf(route, parts, edge.memberships);
    await this.#keepWithin(request, tenant);
    if (tenant !== null && (isNamed(route, parts) || (await this.#opens(tenant, request))))
      await this.#enter(tenant, request, reply, said);
    if (route.demandsRecentSignIn) await this.authentication.demandRecentSignIn(edge.bearer);
    if (isBehindWall(route) && edge.tenant !== undefined)
      await this.wall.demandCovered(route, edge.tenant, edge.receivedAt);
  }

  /** The same for the organization that the body names, where the route lets it. It must be the one that the address names, if that names one. */
  async afterBody(request: EdgeRequest, reply: FastifyReply, said: Record<string, unknown>): Promise<void> {
    const { route, memberships, tenant: known } = request.edge;
    if (!namesInBody(route)) return;
    const tenant = tenantOf(route, request, memberships);
    if (tenant === null || known !== undefined) return;
    await this.#enter(tenant, request, reply, said);
    if (isBehindWall(route)) await this.wall.demandCovered(route, tenant, request.edge.receivedAt);
  }

  /** What an auditor asks is written down before it is answered. @returns what may leave. */
  beforeAnswer(request: EdgeRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    return this.auditorCalls.beforeAnswer(request, reply, payload);
  }

  /**
   * Has what a request will most likely be judged by asked for at once, while its session is: one after the other these would be
   * four round trips for whoever asks now and then. A fault comes again where the answer is wanted.
   */
  #foresee(bearer: Bearer, { edge: { route }, params, query }: EdgeRequest): void {
    if (bearer.auditorOf !== null || route.access === 'AUDITOR') return;
    const tenant = likelyTenantOf(route, { params, query, body: undefined }, bearer.claimed);
    this.reader.together(() => {
      const foreseen = [this.viewers.membershipsOf(bearer), ...(tenant ? [this.viewers.switchesOf(tenant)] : [])];
      for (const answer of foreseen) answer.catch(() => undefined);
    });
  }

  /** An auditor comes into the organization of their grant alone, and only where auditors may. */
  async #enterAsAuditor(request: EdgeRequest, tenant: string, said: Record<string, unknown>): Promise<void> {
    const { edge } = request;
    const viewer =
      (await this.auditorGrants.viewerOf(tenant, edge.bearer!.userGuid)) ??
      throwRefusal('ExpiredNonRefreshableJwt', {}, INVALID_TOKEN);
    said['organizationGuid'] = tenant;
    edge.memberships = new Map([[tenant, viewer]]);
    await this.throttle.admit(tenant);
    const { access, auditors } = edge.route;
    if (access !== 'AUDITOR' && !auditors) throwRefusal('Forbidden');
    edge.tenant = tenantOf(
      edge.route,
      { params: request.params, query: request.query, body: undefined },
      edge.memberships,
    )!;
    edge.viewer = viewer;
  }

  /** A key opens its own organization, and says itself what of it. */
  async #enterWithKey({ edge, headers }: EdgeRequest, said: Record<string, unknown>): Promise<void> {
    edge.key = await this.apiKeys.open(headers.authorization);
    edge.tenant = said['organizationGuid'] = edge.key.tenant;
    await this.throttle.admit(edge.key.tenant);
  }

  /** What the bearer may read as one of our staff, besides what is theirs. */
  async #addStaffed(edge: Edge, { userGuid, sessionGuid }: Bearer): Promise<void> {
    const staffed = await this.staffAccesses.of(sessionGuid);
    if (staffed.size === 0) return;
    edge.staffAccesses = new Map([...staffed].filter(([guid]) => !edge.memberships.has(guid)));
    edge.memberships = new Map([
      ...edge.memberships,
      ...[...edge.staffAccesses.keys()].map((guid) => [guid, staffViewer(userGuid)] as const),
    ]);
  }

  /**
   * Whether an organization that nothing names is meant: not where a password does not open it, if the route does without one.
   */
  async #opens(tenant: string, { edge: { route, bearer } }: EdgeRequest): Promise<boolean> {
    return (
      route.access !== 'SIGNED_IN' ||
      bearer!.organizationGuid !== null ||
      (await this.singleSignOn.of(tenant))?.active == null
    );
  }

  /** A session of an organization's provider opens that one alone, and changes the account only where the organization governs it: no provider takes over an account. */
  async #keepWithin({ edge: { route, bearer } }: EdgeRequest, tenant: string | null): Promise<void> {
    const only = bearer!.organizationGuid;
    if (only === null) return;
    if (route.access === 'ANY_ORGANIZATION' && tenant !== only) throwRefusal('Forbidden');
    if (route.access === 'SIGNED_IN' && route.method !== 'GET' && !(await this.permissions.mayChange(bearer!)))
      throwRefusal('Forbidden');
  }

  async #enter(
    tenant: string,
    { edge, params, socket }: EdgeRequest,
    reply: FastifyReply,
    said: Record<string, unknown>,
  ): Promise<void> {
    said['organizationGuid'] = tenant;
    edge.tenant = tenant;
    const viewer = edge.memberships.get(tenant);
    // What strangers ask is not counted as the organization's.
    if (!viewer) {
      edge.viewer = strangerOf(edge.bearer!.userGuid);
      return;
    }
    await this.throttle.admit(tenant);
    const accessGuid = edge.staffAccesses.get(tenant);
    // Our staff have no account with its provider.
    const demanded =
      edge.bearer!.organizationGuid === null && accessGuid === undefined
        ? await this.singleSignOn.demandedOf(tenant, socket.localPort)
        : undefined;
    if (demanded) throwRefusal('SsoSessionRequired', { facts: demanded });
    edge.viewer = viewer;
    if (accessGuid !== undefined)
      await this.staffCalls.write({ tenant, accessGuid, operationId: edge.route.operationId, params });
    if (!this.authentication.saysWhatIsTrue(edge.bearer!, tenant, edge.viewer)) {
      void reply.header('Authorization', `Bearer ${await this.authentication.newToken(edge.bearer!)}`);
    }
    const { access, modules, flags } = edge.route;
    if (!mayEnter(access, edge.viewer)) throwRefusal('Forbidden');
    if (demandsNothing(modules) && demandsNothing(flags)) return;
    const on = await this.viewers.switchesOf(tenant);
    if (!isMet(modules, on.modules) || !isMet(flags, on.flags)) throwRefusal('Forbidden');
  }
}

/** Whether a request reads of an organization that is not the bearer's: the one that it names, or none is named and they have none. Staff only read. */
function mayBeStaffed({ edge: { route, memberships }, params, query }: EdgeRequest): boolean {
  if (route.method !== 'GET' || route.access === 'ANY_ORGANIZATION') return false;
  const named = [
    (params as { orgGuid?: unknown } | undefined)?.orgGuid,
    (query as { organizationGuid?: unknown } | undefined)?.organizationGuid,
  ].filter((guid) => typeof guid === 'string');
  return named.length === 0
    ? memberships.size === 0 && route.access !== 'SIGNED_IN'
    : named.some((guid) => !memberships.has(guid.toLowerCase()));
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
