import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { endOfTurn } from '@plimsoll/event-store/port/end-of-turn';
import type { FastifyReply } from 'fastify';
import { ClsService } from 'nestjs-cls';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { RequestAuthorizer } from './request-authorizer.ts';
import { checkRequest } from './check-request.ts';
import { logOf, type EdgeRequest } from './edge-request.ts';
import { OrganizationThrottle } from './limits/organization-throttle.ts';
import { throwMalformed } from './problem-of.ts';

/**
 * Guard of every API request, after its body was read: completes authorization, validates (400), waits for read models
 * and for the organization's turn.
 */
@Injectable()
export class EdgeGuard implements CanActivate {
  constructor(
    private readonly authorizer: RequestAuthorizer,
    private readonly readYourWrites: ReadYourWrites,
    private readonly throttle: OrganizationThrottle,
    private readonly context: ClsService,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<EdgeRequest>();
    const { edge } = request;
    if (!edge) return true;
    await endOfTurn();
    const { route } = edge;
    const reply = execution.switchToHttp().getResponse<FastifyReply>();
    await this.authorizer.authorizeBody(request, reply, this.context.get<Record<string, unknown>>());
    const checked = checkRequest(route, request);
    if ('fieldErrors' in checked) throwMalformed(checked.fieldErrors);
    edge.params = checked.params;
    edge.query = checked.query;
    edge.body = checked.body;
    const log = logOf(edge);
    if (route.method === 'GET' && log) edge.sets = await this.readYourWrites.follow(log, route, request, reply);
    const turn =
      edge.tenant && edge.memberships.has(edge.tenant) ? this.throttle.takeTurn(edge.tenant, reply) : undefined;
    if (turn) await turn;
    return true;
  }
}
