import { positionOf, positionToken } from '@plimsoll/projections/runner/position-token';
import { projections } from '@plimsoll/projections/projections';
import type { AsOf, ReadPositions } from '@plimsoll/projections/runner/wait-for-position';
import type { FastifyReply, FastifyRequest } from 'fastify';

const everyReadModel = projections.map(({ name }) => name);

/** Reading what one wrote: waits for At-Least, but not for long, says As-Of, and marks as Stale what it gave up waiting for. */
export class Progress {
  constructor(private readonly positions: ReadPositions) {}

  /** Waits until every read model of the tenant has got so far; for at most two seconds. */
  waitFor(tenant: string, position: number | null): Promise<AsOf> {
    return this.positions.waitFor(tenant, everyReadModel, position ?? 0);
  }

  /** A token of another organization says nothing about this one, and is not waited for. */
  async follow(tenant: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.headers['at-least'];
    const { position, stale } = await this.waitFor(tenant, typeof token === 'string' ? positionOf(token, tenant) : null);
    void reply.header('As-Of', positionToken(tenant, position));
    if (stale) void reply.header('Stale', 'true');
  }
}
