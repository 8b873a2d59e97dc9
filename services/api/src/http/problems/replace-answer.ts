import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../commands/decision.ts';
import { PROBLEM_TYPE, problemOf } from './problem-of.ts';

const OF_THE_ANSWER = /^(content-(type|length|disposition|encoding|range)|accept-ranges|as-of|position|stale)$/i;

/**
 * Turns an answer that must not leave into a problem, just before it is sent.
 * @returns the payload to send instead.
 */
export function replaceAnswer(
  reply: FastifyReply,
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const problem = problemOf(refusal, requestId);
  for (const name of Object.keys(reply.getHeaders())) if (OF_THE_ANSWER.test(name)) void reply.removeHeader(name);
  void reply.code(problem.status).headers({ ...headers, 'content-type': PROBLEM_TYPE });
  return JSON.stringify(problem);
}
