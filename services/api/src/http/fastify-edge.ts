import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ClsServiceManager } from 'nestjs-cls';
import type { DestinationStream, Logger } from 'pino';
import { refuse } from '../commands/decision.ts';
import type { Draining } from '../platform/process/draining.ts';
import { serveRequest } from '../platform/process/last-resort.ts';
import { requestLines } from '../platform/process/logging.ts';
import type { RequestAuthorizer } from './request-authorizer.ts';
import { readBytes } from './body/bytes-body.ts';
import type { EdgeRequest } from './edge-request.ts';
import type { AdmittedOrigins } from './foreign-scripts.ts';
import { fileOfForm, isForm } from './body/form-file.ts';
import { parseBody } from './body/json-body.ts';
import { LARGE, LargeBodies } from './body/large-bodies.ts';
import { Refused, RETRY_AFTER } from './problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { withholdUnlogged } from './problems/withhold-unlogged.ts';
import { sendProblem } from './problems/problem.filter.ts';
import { securityHeaders } from './security-headers.ts';

/** Refusal that follows from the address and headers alone: the body of such a request is not awaited. */
function refusedByItself({ is404, method, raw }: FastifyRequest): Refused | undefined {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
    return new Refused(
      refuse('MalformedRequest', { fieldErrors: [fieldError('Host', 'MalformedRequest', 'Must be given')] }),
    );
  return is404 && method !== 'GET' && method !== 'HEAD' ? new Refused(refuse('RouteNotFound')) : undefined;
}

export interface EdgeParts {
  readonly isSecure: boolean;
  /** Third-party origins that pages may load from. */
  readonly admitted: AdmittedOrigins;
  readonly draining: Draining;
  readonly logger: Logger;
  readonly logDestination: DestinationStream;
  readonly authorizer: () => RequestAuthorizer;
  /** Whether the database is silent: requests are then refused at once. */
  readonly isDatabaseSilent: () => boolean;
}

/** Ends a request whose work failed where nothing awaits it: with an answer if there is none yet. */
function failUnanswered(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(reply, refuse('InternalServerError'), reply.request.id);
}

/** Time limit for a body to arrive, except for files. */
const BODY_TIMEOUT_MS = 30_000;

const isEncoded = (encoding: string | undefined): boolean => encoding !== undefined && encoding !== 'identity';

/**
 * Configures Fastify around Nest: headers, cookies, compression of answers, body parsers, the request's context and its
 * log line.
 */
export async function prepareFastify(
  fastify: FastifyInstance,
  { isSecure, admitted, draining, logger, logDestination, authorizer, isDatabaseSilent }: EdgeParts,
): Promise<void> {
  const logRequest = requestLines(logger, logDestination);
  const context = ClsServiceManager.getClsService();
  const largeBodies = new LargeBodies();
  const { pages, data } = await securityHeaders({ isSecure, admitted });
  const ofApiPages = { ...pages, 'cache-control': 'no-store' };
  const ofApi = { ...data, 'cache-control': 'no-store' };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // No client sends compressed JSON. Refuse it with a clear error instead of a JSON syntax error.
    if (isEncoded(request.headers['content-encoding'])) return done(new Refused(refuse('UnsupportedMediaType')));
    const accepts = request.routeOptions.config.contract?.accepts;
    if (accepts === 'FOREIGN_FORM' || accepts === 'STREAM') return done(new Refused(refuse('UnsupportedMediaType')));
    if (accepts === 'BYTES' || accepts === 'FORM' || accepts === 'SIGNED') return done(null, body);
    if (body.length > LARGE) {
      const { edge } = request as EdgeRequest;
      largeBodies
        .inTurn(edge.tenant ?? edge.bearer?.userGuid ?? request.ip, () => parseBody(body as string), request.raw.socket)
        .then((parsed) => done(null, parsed), done);
      return;
    }
    try {
      done(null, parseBody(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (
      request.routeOptions.config.contract?.accepts !== 'FOREIGN_FORM' ||
      isEncoded(request.headers['content-encoding'])
    )
      return done(new Refused(refuse('UnsupportedMediaType')));
    const fields = Map.groupBy(new URLSearchParams(body as string), ([name]) => name);
    done(
      null,
      Object.fromEntries(
        [...fields].map(([name, given]) => [name, given.length === 1 ? given[0]![1] : given.map(([, value]) => value)]),
      ),
    );
  });
  fastify.addContentTypeParser('*', (request, body, done) => {
    const { contract } = request.routeOptions.config;
    if (contract?.accepts === 'STREAM') {
      const isFile =
        request.headers['content-type']?.toLowerCase() === 'application/octet-stream' &&
        !isEncoded(request.headers['content-encoding']);
      return isFile
        ? done(null, body)
        : done(
            new Refused(
              refuse('UnsupportedMediaType', {
                fieldErrors: [fieldError('Content-Type', 'UnsupportedMediaType', 'Must be application/octet-stream')],
              }),
            ),
          );
    }
    if (
      !contract ||
      (contract.accepts !== 'BYTES' && contract.accepts !== 'FORM') ||
      isEncoded(request.headers['content-encoding'])
    )
      return done(new Refused(refuse('UnsupportedMediaType')));
    const bytes = readBytes(body, contract.bodyLimit, request.headers['content-length']);
    if (contract.accepts === 'BYTES') return void bytes.then((file) => done(null, file), done);
    // Any other type is read in full, then refused as a missing file.
    const contentType = request.headers['content-type'];
    void bytes
      .then((form) => (isForm(contentType) ? fileOfForm(form, contentType, contract.fileField) : undefined))
      .then((file) => done(null, file), done);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const isData = request.url.startsWith('/api') && !request.routeOptions.config.contract?.opensAsPage;
    void reply
      .headers(isData ? ofApi : request.url.startsWith('/api') ? ofApiPages : pages)
      .header('x-request-id', request.id);
    if (draining.hasBegun) void reply.header('connection', 'close');
    done();
  });
  // A file may take an hour as long as data arrives; any other body must be complete within the time limit.
  fastify.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (
      raw.method !== 'GET' &&
      raw.method !== 'HEAD' &&
      routeOptions.config.contract?.accepts !== 'STREAM' &&
      !raw.complete
    ) {
      const late = setTimeout(
        () =>
          fastify.server.emit(
            'clientError',
            Object.assign(new Error('The request did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
            raw.socket,
          ),
        BODY_TIMEOUT_MS,
      ).unref();
      for (const end of ['end', 'close'] as const) raw.once(end, () => clearTimeout(late));
    }
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
    if (isDatabaseSilent() && request.url.startsWith('/api/'))
      return done(new Refused(refuse('Unavailable'), RETRY_AFTER));
    const logFields = {};
    const { contract } = request.routeOptions.config;
    serveRequest({ fail: () => failUnanswered(reply) }, () =>
      context.runWith(logFields, () => {
        if (!contract) return done();
        authorizer()
          .authorize(contract, request as EdgeRequest, reply, logFields)
          .then(() => done(), done);
      }),
    );
  });
  // A turn is for work: it ends before the answer is sent, however slowly the client reads it.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    (request as EdgeRequest).edge?.endTurn?.();
    done(null, payload);
  });
  // Registered before the compression, since it must see the uncompressed answer.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const edged = request as EdgeRequest;
    if (!edged.edge) return done(null, payload);
    if (edged.edge.bearer?.auditorOf == null) return done(null, withholdUnlogged(edged, reply, payload));
    authorizer()
      .beforeAnswer(edged, reply, payload)
      .then((answer) => done(null, answer), done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { edge } = request as EdgeRequest;
    logRequest({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      userGuid: edge?.bearer?.userGuid,
      organizationGuid: edge?.tenant,
    });
    done();
  });
  fastify.addHook('onRoute', (route) => {
    const { contract } = (route.config ?? {}) as FastifyContextConfig;
    if (contract) route.bodyLimit = contract.bodyLimit;
    if (contract?.answerType === 'application/octet-stream') route.compress = false;
    if (![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) route.compress = false;
  });
  await fastify.register(cookie, { hook: false });
  await fastify.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^(?:text\/|application\/(?:problem\+)?json|application\/javascript|image\/svg)/,
    brotliOptions: { params: { 1: 4 } },
  });
}
