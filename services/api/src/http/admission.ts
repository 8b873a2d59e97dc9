import { Injectable } from '@nestjs/common';
import type { Route } from '@plimsoll/contracts/http/route';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { FastifyReply } from 'fastify';
import { Authentication } from '../identity/authentication.ts';
import { Viewers } from '../identity/viewers.ts';
import type { EdgeRequest } from './edge-request.ts';
import { demandsNothing, isMet, mayEnter } from './may-enter.ts';
import { OrganizationThrottle } from './organization-throttle.ts';
import { throwRefusal } from './problem-of.ts';
import { isLeftToBody, namesInBody, tenantOf } from './tenant-of.ts';

const none: ReadonlyMap<string, Viewer> = new Map();

/**
 * Who asks, for which organization, and whether they may: settled before the body is read, so that nobody has a body read
 * whose request is refused anyway. In the order of the answers: 403 for another site's page, 401 without a token, 404 for
 * an organization that is not the bearer's, 403 for whom the route is not or without its switches.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly authentication: Authentication,
    private readonly viewers: Viewers,
    private readonly throttle: OrganizationThrottle,
  ) {}

  /** Ends the request with a refusal, or notes at it what was found out. `said` is what the log tells of the request. */
  async beforeBody(route: Route, request: EdgeRequest, reply: FastifyReply, said: Record<string, unknown>): Promise<void> {
    request.edge = {
      receivedAt: new Date(), route, path: pathOf(request.url), memberships: none,
      bearer: undefined, tenant: undefined, viewer: undefined, sets: undefined, params: undefined, query: undefined, body: undefined,
    };
    const { edge } = request;
    this.authentication.refuseOtherOrigins(request);
    if (route.access === 'PUBLIC') return;
    edge.bearer = await this.authentication.bearerOf(request);
    said['userGuid'] = edge.bearer.userGuid;
    edge.memberships = await this.viewers.membershipsOf(edge.bearer.userGuid);
    const parts = { params: request.params, query: request.query, body: undefined };
    if (isLeftToBody(route, parts, edge.memberships)) return;
    const tenant = tenantOf(route, parts, edge.memberships);
    if (tenant !== null) await this.#enter(tenant, request, reply, said);
  }

  /** The same for the organization that the body names, where the route lets it. It must be the one that the address names, if that names one. */
  async afterBody(request: EdgeRequest, reply: FastifyReply, said: Record<string, unknown>): Promise<void> {
    const { route, memberships, tenant: known } = request.edge;
    if (!namesInBody(route)) return;
    const tenant = tenantOf(route, request, memberships);
    if (tenant !== null && known === undefined) await this.#enter(tenant, request, reply, said);
  }

  async #enter(tenant: string, { edge }: EdgeRequest, reply: FastifyReply, said: Record<string, unknown>): Promise<void> {
    said['organizationGuid'] = tenant;
    await this.throttle.admit(tenant);
    edge.tenant = tenant;
    edge.viewer = edge.memberships.get(tenant)!;
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

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
