import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { ClsServiceManager } from 'nestjs-cls';
import type { Logger } from 'pino';
import { refuse } from '../commands/decision.ts';
import type { Draining } from '../draining.ts';
import { requestLines } from '../logging.ts';
import type { EdgeRequest } from './edge-request.ts';
import { parseBody } from './json-body.ts';
import { Refused } from './problem-of.ts';
import { securityHeaders } from './security-headers.ts';

const isEncoded = (encoding: string | undefined): boolean => encoding !== undefined && encoding !== 'identity';

/** What Fastify does around Nest: headers, cookies, compression of what is read, JSON and nothing else, the request's context and its line in the log. */
export async function prepareFastify(fastify: FastifyInstance, { isSecure, draining, logger }: { isSecure: boolean; draining: Draining; logger: Logger }): Promise<void> {
  const tell = requestLines(logger);
  const context = ClsServiceManager.getClsService();
  const { pages, data } = await securityHeaders({ isSecure });
  const ofApi = { ...data, 'cache-control': 'no-store' };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Nobody sends it compressed; who does is told so, instead of that their JSON is none.
    if (isEncoded(request.headers['content-encoding'])) return done(new Refused(refuse('UnsupportedMediaType')));
    try {
      done(null, parseBody(body as string));
    } catch (fault) {
      done(fault as Error);
    }
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api') ? ofApi : pages).header('x-request-id', request.id);
    if (draining.hasBegun) void reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preHandler', (_request, _reply, done) => {
    context.runWith({}, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { edge } = request as EdgeRequest;
    tell({
      requestId: request.id, method: request.method, route: request.routeOptions.url, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      userGuid: edge?.bearer?.userGuid, organizationGuid: edge?.tenant,
    });
    done();
  });
  fastify.addHook('onRoute', (route) => {
    if (![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) route.compress = false;
  });
  await fastify.register(cookie, { hook: false });
  await fastify.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'], customTypes: /^(?:text\/|application\/(?:problem\+)?json|application\/javascript|image\/svg)/, brotliOptions: { params: { 1: 4 } } });
}
