import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Error for work whose client has disconnected: no one gets an answer, and nothing is wrong here. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
  constructor() {
    super('The client has hung up');
  }
}

/** Codes of a body that ends early, since its client disconnected or was disconnected. */
const ENDED_EARLY: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ABORT_ERR']);

/** Whether an error only says that the client has disconnected. */
export const isHangUp = (error: unknown, { raw, request }: FastifyReply): boolean =>
  error instanceof HungUp ||
  (ENDED_EARLY.has((error as { code?: unknown } | null)?.code) &&
    (raw.destroyed || (request.raw.destroyed && !request.raw.complete)));

/** Throws when the client has disconnected, before work that would be for no one. */
export function demandClient({ destroyed }: Pick<Readable, 'destroyed'>): void {
  if (destroyed) throw new HungUp();
}

/** Whether a body has ended before its end: it yields nothing any more, not even an error. */
export const hasEndedEarly = (body: Readable): boolean => body.destroyed && !body.readableEnded;

/**
 * Aborted when the client hangs up before it has its answer. For work on reads alone: an upload whose connection is
 * lost is checked and stored, and the client that sends it again gets its answer at once.
 */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hangUp.abort(new HungUp());
  });
  return hangUp.signal;
}
