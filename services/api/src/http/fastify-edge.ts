import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { ClsServiceManager } from 'nestjs-cls';
import type { Logger } from 'pino';
import { refuse } from '../commands/decision.ts';
import type { Draining } from '../draining.ts';
import { requestLines } from '../logging.ts';
import type { Admission } from './admission.ts';
import type { EdgeRequest } from './edge-request.ts';
import { parseBody } from './json-body.ts';
import { LARGE, LargeBodies } from './large-bodies.ts';
import { fieldError, Refused } from './problem-of.ts';
import { RETRY_AFTER } from './problem.filter.ts';
import { securityHeaders } from './security-headers.ts';

/** What needs no more than its address and headers to be refused: nobody waits for the body of such a request. */
function refusedByItself({ is404, method, raw }: FastifyRequest): Refused | undefined {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0') return new Refused(refuse('MalformedRequest', { fieldErrors: [fieldError('Host', 'MalformedRequest', 'Must be given')] }));
  return is404 && method !== 'GET' && method !== 'HEAD' ? new Refused(refuse('RouteNotFound')) : undefined;
}

export interface EdgeParts {
  readonly isSecure: boolean;
  readonly draining: Draining;
  readonly logger: Logger;
  readonly admission: () => Admission;
  /** Whether the database answers nobody just now: nobody waits for it then. */
  readonly isDatabaseSilent: () => boolean;
}

const isEncoded = (encoding: string | undefined): boolean => encoding !== undefined && encoding !== 'identity';

/** What Fastify does around Nest: headers, cookies, compression of what is read, JSON and nothing else, the request's context and its line in the log. */
export async function prepareFastify(fastify: FastifyInstance, { isSecure, draining, logger, admission, isDatabaseSilent }: EdgeParts): Promise<void> {
  const tell = requestLines(logger);
  const context = ClsServiceManager.getClsService();
  const largeBodies = new LargeBodies();
  const { pages, data } = await securityHeaders({ isSecure });
  const ofApi = { ...data, 'cache-control': 'no-store' };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Nobody sends it compressed; who does is told so, instead of that their JSON is none.
    if (isEncoded(request.headers['content-encoding'])) return done(new Refused(refuse('UnsupportedMediaType')));
    if (body.length > LARGE) {
      const { edge } = request as EdgeRequest;
      largeBodies.inTurn(edge.tenant ?? edge.bearer?.userGuid ?? request.ip, () => parseBody(body as string)).then((parsed) => done(null, parsed), done);
      return;
    }
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
  let isClosing = false;
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const refused = refusedByItself(request);
    if (refused) return done(refused);
    if (isClosing) return done(new Refused(refuse('Unavailable'), RETRY_AFTER));
    if (isDatabaseSilent() && request.url.startsWith('/api/')) return done(new Refused(refuse('Unavailable'), RETRY_AFTER));
    const said = {};
    const { contract } = request.routeOptions.config;
    context.runWith(said, () => {
      if (!contract) return done();
      admission().beforeBody(contract, request as EdgeRequest, reply, said).then(() => done(), done);
    });
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
    const { contract } = (route.config ?? {}) as FastifyContextConfig;
    if (contract) route.bodyLimit = contract.bodyLimit;
    if (![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) route.compress = false;
  });
  await fastify.register(cookie, { hook: false });
  await fastify.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'], customTypes: /^(?:text\/|application\/(?:problem\+)?json|application\/javascript|image\/svg)/, brotliOptions: { params: { 1: 4 } } });
}
