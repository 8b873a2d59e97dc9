import type { Route } from '@plimsoll/contracts/http/route';
import { positionOf, positionToken } from '@plimsoll/projections/runner/follow/position-token';
import { projections } from '@plimsoll/projections/platform/projections';
import {
  PositionBeyondHead,
  type AsOf,
  type ReadPositions,
} from '@plimsoll/projections/runner/follow/wait-for-position';
import type { AnsweringSets } from '@plimsoll/projections/platform/answering-sets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwMalformed } from '../../http/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

const everyReadModel = projections.map(({ name }) => name);

/** What a field or header is refused by that names a place or an instant which the log has not come to. */
export const aheadOfLog = (field: string) =>
  fieldError(field, 'MalformedRequest', 'Must not be later than what has been recorded');

/** Reading what one wrote: waits for At-Least, but not for long, says As-Of, and marks as Stale what it gave up waiting for. */
export class Progress {
  constructor(private readonly positions: ReadPositions) {}

  /** Waits until these read models of the tenant, or all, have got so far; for at most two seconds. */
  waitFor(tenant: string, position: number | null, readModels: readonly string[] = everyReadModel): Promise<AsOf> {
    return this.positions.waitFor(tenant, readModels, position ?? 0);
  }

  /** Waits until these read models of the tenant know all that its log has by now, for what is looked up there before it is decided upon. */
  catchUp(tenant: string, readModels: readonly string[]): Promise<AsOf> {
    return this.positions.waitForHead(tenant, readModels);
  }

  /**
   * Waits for what the answer is made of. A token of another organization says nothing about this one, and is not waited
   * for. Ends the request with 400 for a position that the log has not reached: nothing would come of waiting.
   * @returns the sets of tables that As-Of is said of; undefined where the answer is made of none.
   */
  async follow(
    tenant: string,
    { readModels }: Route,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AnsweringSets | undefined> {
    if (readModels.length === 0) return undefined;
    const token = request.headers['at-least'];
    const { position, stale, sets } = await this.waitFor(
      tenant,
      typeof token === 'string' ? positionOf(token, tenant) : null,
      readModels,
    ).catch((fault: unknown) => {
      if (fault instanceof PositionBeyondHead) throwMalformed([aheadOfLog('At-Least')]);
      throw fault;
    });
    void reply.header('As-Of', positionToken(tenant, position));
    if (stale) void reply.header('Stale', 'true');
    return sets;
  }
}
