import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { refuse } from '../../commands/decision.ts';
import type { EdgeRequest } from '../edge-request.ts';
import { replaceAnswer } from './replace-answer.ts';

/**
 * Withholds an answer whose route logs access but did not settle with the access log: a forgotten line is an error of
 * ours that nobody would notice otherwise.
 * @returns the payload to send.
 */
export function withholdUnlogged(request: EdgeRequest, reply: FastifyReply, payload: unknown): unknown {
  const { edge } = request;
  const demanded = edge.route.logsAccess;
  const isSettled = edge.access === 'WRITTEN' || (demanded === 'WHERE_NEEDED' && edge.access === 'NOT_NEEDED');
  if (!demanded || isSettled || reply.statusCode >= 300) return payload;
  if (isStream(payload)) payload.destroy();
  request.log.error({ operationId: edge.route.operationId }, 'An answer was withheld: its access was not logged');
  return replaceAnswer(reply, refuse('InternalServerError'), request.id);
}

const isStream = (payload: unknown): payload is Readable =>
  typeof (payload as { readonly destroy?: unknown } | null)?.destroy === 'function';
