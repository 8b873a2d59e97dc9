import type { Route } from '@plimsoll/contracts/http/route';
import { positionOf, positionToken } from '@plimsoll/projections/runner/position-token';
import { projections } from '@plimsoll/projections/projections';
import type { AsOf, ReadPositions } from '@plimsoll/projections/runner/wait-for-position';
import type { FastifyReply, FastifyRequest } from 'fastify';

const everyReadModel = projections.map(({ name }) => name);

/** Reading what one wrote: waits for At-Least, but not for long, says As-Of, and marks as Stale what it gave up waiting for. */
export class Progress {
  constructor(private readonly positions: ReadPositions) {}

  /** Waits until these read models of the tenant, or all, have got so far; for at most two seconds. */
  waitFor(tenant: string, position: number | null, readModels: readonly string[] = everyReadModel): Promise<AsOf> {
    return this.positions.waitFor(tenant, readModels, position ?? 0);
  }

  /** Waits for what the answer is made of. A token of another organization says nothing about this one, and is not waited for. */
  async follow(tenant: string, { readModels }: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (readModels.length === 0) return;
    const token = request.headers['at-least'];
    const { position, stale } = await this.waitFor(tenant, typeof token === 'string' ? positionOf(token, tenant) : null, readModels);
    void reply.header('As-Of', positionToken(tenant, position));
    if (stale) void reply.header('Stale', 'true');
  }
}
