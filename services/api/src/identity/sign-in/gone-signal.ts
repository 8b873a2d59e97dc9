import type { FastifyReply } from 'fastify';

/** Signal that aborts when the client has disconnected. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
