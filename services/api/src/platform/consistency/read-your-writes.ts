import type { Route } from '@plimsoll/contracts/http/route';
import { isPositionToken, positionOf, positionToken } from '@plimsoll/projections/runner/follow/position-token';
import { projections } from '@plimsoll/projections/platform/projections';
import {
  PositionBeyondHead,
  type AsOf,
  type ReadPositions,
} from '@plimsoll/projections/runner/follow/wait-for-position';
import type { ActiveGenerations } from '@plimsoll/projections/platform/active-generations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwMalformed } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

const everyReadModel = projections.map(({ name }) => name);

/** Field error for an instant or position that the log has not reached yet. */
export const aheadOfLog = (field: string) =>
  fieldError(field, 'MalformedRequest', 'Must not be later than what has been recorded');

/** Read-your-writes: waits briefly for At-Least, sends As-Of, and sends Stale for what it gave up waiting for. */
export class ReadYourWrites {
  constructor(private readonly positions: ReadPositions) {}

  /** Waits until the tenant's read models (all by default) have reached a position; for at most two seconds. */
  waitFor(tenant: string, position: number | null, readModels: readonly string[] = everyReadModel): Promise<AsOf> {
    return this.positions.waitFor(tenant, readModels, position ?? 0);
  }

  /** Waits until the tenant's read models have reached the head of its log, for lookups that a decision depends on. */
  waitForHead(tenant: string, readModels: readonly string[]): Promise<AsOf> {
    return this.positions.waitForHead(tenant, readModels);
  }

  /**
   * Waits for the read models of a route's answer. A token of another organization is ignored. Throws 400 for an
   * unreadable one, and for a position beyond the head of the log.
   * @returns the table generations that As-Of describes; undefined where the answer uses no read models.
   */
  async follow(
    tenant: string,
    { readModels }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ActiveGenerations | undefined> {
    if (readModels.length === 0) return undefined;
    const token = request.headers['at-least'];
    if (typeof token === 'string' && !isPositionToken(token))
      throwMalformed([fieldError('At-Least', 'MalformedRequest', 'Must be the Position of an answer')]);
    const { position, stale, sets } = await this.waitFor(
      tenant,
      typeof token === 'string' ? positionOf(token, tenant) : null,
      readModels,
    ).catch((error: unknown) => {
      if (error instanceof PositionBeyondHead) throwMalformed([aheadOfLog('At-Least')]);
      throw error;
    });
    void reply.header('As-Of', positionToken(tenant, position));
    if (stale) void reply.header('Stale', 'true');
    return sets;
  }
}
