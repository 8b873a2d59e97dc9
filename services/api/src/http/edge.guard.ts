import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Route } from '@plimsoll/contracts/http/route';
import { endOfTurn } from '@plimsoll/event-store/end-of-turn';
import type { FastifyReply } from 'fastify';
import { ClsService } from 'nestjs-cls';
import { Authentication } from '../identity/authentication.ts';
import { Viewers } from '../identity/viewers.ts';
import { Progress } from '../progress.ts';
import { checkRequest } from './check-request.ts';
import type { Edge, EdgeRequest } from './edge-request.ts';
import { demandsNothing, isMet, mayEnter } from './may-enter.ts';
import { OrganizationThrottle } from './organization-throttle.ts';
import { throwMalformed, throwRefusal } from './problem-of.ts';
import { ROUTE } from './route-of.ts';
import { tenantOf } from './tenant-of.ts';

/**
 * What every request of the API goes through before its controller, in the order of the answers: 401 without a token,
 * 404 for an organization that is not the bearer's, 403 for whom the route is not or without its switches, 400 for what is malformed.
 */
@Injectable()
export class EdgeGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: Authentication,
    private readonly viewers: Viewers,
    private readonly progress: Progress,
    private readonly throttle: OrganizationThrottle,
    private readonly context: ClsService,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = this.reflector.get<Route | undefined>(ROUTE, execution.getHandler());
    if (!route) return true;
    const request = execution.switchToHttp().getRequest<EdgeRequest>();
    const edge: Edge = { receivedAt: new Date(), route, path: pathOf(request.url), bearer: undefined, tenant: undefined, viewer: undefined, sets: undefined, params: undefined, query: undefined, body: undefined };
    request.edge = edge;
    await endOfTurn();
    this.authentication.refuseOtherOrigins(request);
    const reply = execution.switchToHttp().getResponse<FastifyReply>();
    if (route.access !== 'PUBLIC') await this.#admit(request, reply);
    const checked = checkRequest(route, request);
    if ('fieldErrors' in checked) throwMalformed(checked.fieldErrors);
    edge.params = checked.params;
    edge.query = checked.query;
    edge.body = checked.body;
    if (route.method === 'GET' && edge.tenant) edge.sets = await this.progress.follow(edge.tenant, route, request, reply);
    const turn = edge.tenant ? this.throttle.takeTurn(edge.tenant, reply) : undefined;
    if (turn) await turn;
    return true;
  }

  async #admit(request: EdgeRequest, reply: FastifyReply): Promise<void> {
    const { edge } = request;
    edge.bearer = await this.authentication.bearerOf(request);
    const said = this.context.get<Record<string, unknown>>();
    said['userGuid'] = edge.bearer.userGuid;
    const memberships = await this.viewers.membershipsOf(edge.bearer.userGuid);
    const tenant = tenantOf(edge.route, request, memberships);
    if (tenant === null) return;
    said['organizationGuid'] = tenant;
    await this.throttle.admit(tenant);
    edge.tenant = tenant;
    edge.viewer = memberships.get(tenant)!;
    if (!this.authentication.saysWhatIsTrue(edge.bearer, tenant, edge.viewer)) {
      void reply.header('Authorization', `Bearer ${await this.authentication.newToken(edge.bearer)}`);
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
