import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { endOfTurn } from '@plimsoll/event-store/port/end-of-turn';
import type { FastifyReply } from 'fastify';
import { ClsService } from 'nestjs-cls';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { RequestAuthorizer } from './request-authorizer.ts';
import { checkRequest } from './check-request.ts';
import { logOf, type EdgeRequest } from './edge-request.ts';
import { demandClient } from './limits/hang-up.ts';
import { OrganizationThrottle } from './limits/organization-throttle.ts';
import { RequestTransfers } from './limits/request-transfers.ts';
import { throwMalformed } from './problems/problem-of.ts';

/** Rights that were looked up longer ago are looked up again after a wait. */
const MAX_AGE_MS = 1_000;

/**
 * Guard of every API request, after its body was read: authorizes again what arrived late, completes authorization,
 * validates (400), waits for read models and for the organization's turn.
 */
@Injectable()
export class EdgeGuard implements CanActivate {
  constructor(
    private readonly authorizer: RequestAuthorizer,
    private readonly readYourWrites: ReadYourWrites,
    private readonly throttle: OrganizationThrottle,
    private readonly transfers: RequestTransfers,
    private readonly context: ClsService,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<EdgeRequest>();
    const { edge } = request;
    if (!edge) return true;
    await endOfTurn();
    const { route } = edge;
    const isStreamed = route.accepts === 'STREAM';
    const reply = execution.switchToHttp().getResponse<FastifyReply>();
    const logFields = this.context.get<Record<string, unknown>>();
    edge.confirm = async () => {
      demandClient(reply.raw);
      await this.authorizer.confirm(request, reply, logFields);
      return edge.viewer!;
    };
    if (edge.isBodyLate && !isStreamed) await this.authorizer.confirm(request, reply, logFields);
    await this.authorizer.authorizeBody(request, reply, logFields);
    const checked = checkRequest(route, request);
    if ('fieldErrors' in checked) throwMalformed(checked.fieldErrors);
    edge.params = checked.params;
    edge.query = checked.query;
    edge.body = checked.body;
    this.transfers.beginDownload(request, reply);
    const log = logOf(edge);
    if (route.method === 'GET' && log) edge.sets = await this.readYourWrites.follow(log, route, request, reply);
    // The work on a streamed body begins when it has arrived, and waits for turns of its own.
    if (isStreamed) return true;
    const turn =
      edge.tenant && edge.memberships.has(edge.tenant) ? this.throttle.takeTurn(edge.tenant, reply) : undefined;
    if (turn) edge.endTurn = turn instanceof Promise ? await turn : turn;
    const { tenant } = edge;
    if (tenant !== undefined) edge.inTurns = (parts) => this.throttle.inTurns(tenant, parts);
    if (route.method !== 'GET' && performance.now() - edge.authorizedAt > MAX_AGE_MS)
      await this.authorizer.confirm(request, reply, logFields);
    return true;
  }
}
