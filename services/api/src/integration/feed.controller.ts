import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Req, Res } from '@nestjs/common';
import { asyncApiDocument, integrationSchema } from '@plimsoll/contracts/integration/asyncapi';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Reader } from '../audit/access-log.ts';
import type { EdgeRequest } from '../http/edge-request.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { CurrentReader, Params, Query } from '../http/request-parts.ts';
import { routeOf, RouteOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { ApiKeys } from './api-keys.ts';

/**
 * Polling interval of a waiting call, for the log and for its key: together with the key cache a revocation ends it
 * within a second.
 */
const LOOK_AGAIN_MS = 200;

/** Feed of integration events for other systems, and its schemas. */
@Controller()
export class FeedController {
  #asyncApi: string | undefined;

  constructor(
    private readonly feed: IntegrationFeed,
    private readonly keys: ApiKeys,
    private readonly accesses: AccessLog,
  ) {}

  @RouteOf('readFeed')
  async read(
    @Query() { after, limit, wait, types }: QueryOf<'readFeed'>,
    @Req() { edge, server: { server } }: EdgeRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentReader() reader: Reader,
  ): Promise<string> {
    const until = performance.now() + wait * 1_000;
    // A server that no longer listens is shutting down: it answers at once, and the client polls another process.
    let from = after;
    for (;;) {
      const key =
        (await this.keys.read(edge.key!.tenant, edge.key!.keyGuid)) ??
        throwRefusal('InvalidApiKey', {}, { 'www-authenticate': 'Bearer' });
      const page = await this.feed.read(key, { after: from, limit, types });
      if (page.error !== undefined && page.events.length === 0) throwRefusal('Unavailable');
      from = page.nextAfter;
      if (page.events.length > 0 || performance.now() >= until || reply.raw.destroyed || !server.listening) {
        if (page.events.length > 0) await this.accesses.write(reader, { action: 'FEED', count: page.events.length });
        else reader.settle?.('NOT_NEEDED');
        void reply.header('Next-After', String(from)).header('content-type', routeOf('readFeed').answerType);
        return JSON.stringify(page.events);
      }
      await sleep(Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now())));
    }
  }

  @RouteOf('getAsyncApi')
  asyncApi(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header('content-type', routeOf('getAsyncApi').answerType);
    return (this.#asyncApi ??= JSON.stringify(asyncApiDocument()));
  }

  @RouteOf('getIntegrationSchema')
  schema(
    @Params() { type }: ParamsOf<'getIntegrationSchema'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    const schema = integrationSchema(type) ?? throwRefusal('RecordNotFound');
    void reply.header('content-type', routeOf('getIntegrationSchema').answerType);
    return JSON.stringify(schema);
  }
}
