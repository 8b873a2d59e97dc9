import { refuse } from '../commands/decision.ts';
import type { FastifyReply } from 'fastify';
import { Refused } from './problem-of.ts';

/**
 * Aborted when the client hangs up before it has its answer. For work on reads alone: an upload whose connection is lost
 * is checked and stored, and the client that sends it again gets its answer at once.
 */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hangUp.abort(new Refused(refuse('RequestTimeout')));
  });
  return hangUp.signal;
}
