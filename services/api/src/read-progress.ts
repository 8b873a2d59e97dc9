import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endMalformed, fieldError } from './http/problem-of.ts';
import { readPosition, writePosition } from './http/position-token.ts';

/** How far the read models of a tenant have got; waits for a position, but not for long. */
export interface Progress {
  /** @returns where the slowest read model stands, and whether it had to give up waiting for `atLeast`. */
  waitFor(tenant: string, atLeast: number | null): Promise<{ readonly position: number; readonly isStale: boolean }>;
}

/** Reading what one wrote: waits for At-Least, says As-Of, and marks as Stale what it gave up waiting for. */
@Injectable()
export class ReadProgress {
  constructor(private readonly progress: Progress) {}

  async follow(tenant: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { position, isStale } = await this.progress.waitFor(tenant, atLeastOf(tenant, request.headers['at-least']));
    void reply.header('As-Of', writePosition({ tenant, position }));
    if (isStale) void reply.header('Stale', 'true');
  }
}

/** A token of another organization says nothing about this one. */
function atLeastOf(tenant: string, header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const token = typeof header === 'string' ? readPosition(header) : null;
  if (!token) endMalformed([fieldError('At-Least', 'MalformedRequest', 'Must be a position token')]);
  return token.tenant === tenant ? token.position : null;
}
