import { randomUUIDv7 } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Logger } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import { applicationOf, type Application } from './platform/process/application.ts';
import { refuse } from './commands/decision.ts';
import { fieldError } from './commands/field-error.ts';
import { Draining } from './platform/process/draining.ts';
import { serveConsole } from './http/console-files.ts';
import { admittedOrigins, type ForeignScripts } from './http/foreign-scripts.ts';
import { answerExpectation, answerUnreadable, MAX_HEADER_BYTES } from './http/problems/unreadable-request.ts';
import { RequestAuthorizer } from './http/request-authorizer.ts';
import { prepareFastify } from './http/fastify-edge.ts';
import { HttpModule } from './http/http.module.ts';
import { ProblemFilter, sendProblem } from './http/problems/problem.filter.ts';
import { RequestLog } from './http/request-log.ts';
import { PASSWORD_MEMORY_KIB, preparePasswords } from './identity/passwords/passwords.ts';
import { serveClients } from './platform/process/last-resort.ts';
import { openLogDestination, openLogger } from './platform/process/logging.ts';
import { openResources, type ResourceOptions } from './platform/process/resources.ts';
import { warmUpDatabase } from './platform/database/warm-up.ts';

export interface ApiOptions extends ResourceOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Address of the product in browsers. */
  readonly publicUrl: string;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustProxy?: readonly string[];
  /** How long a transfer may be silent, in milliseconds; a minute by default. */
  readonly idleTimeoutMs?: number;
  /** Memory for hashing a password, in KiB. */
  readonly passwordMemoryKib?: number;
  /** Folder of the built console; without it only the API is served. */
  readonly consoleFolder?: string;
  /** Third-party scripts that pages load. */
  readonly foreignScripts?: ForeignScripts;
  readonly logLevel?: string;
  /** Destination of log lines; standard error by default. */
  readonly logDestination?: DestinationStream;
}

export interface Api {
  readonly address: string;
  readonly port: number;
  /** Use cases and queries without HTTP. */
  readonly application: Application;
  readonly http: NestFastifyApplication;
  /** All registered routes, except the console's files. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Graceful shutdown: reports not ready, finishes running requests, then closes all resources. */
  close(): Promise<void>;
}

/** Body limit of unknown addresses, in bytes; routes of the API declare their own. */
const UNKNOWN_BODY_LIMIT = 16_384;
/** Enough to upload a file over a slow connection; other bodies have 30 seconds. */
const MAX_REQUEST_MS = 3_600_000;
/**
 * A connection on which neither side sends a byte for this long is closed, with its upload. A download whose client
 * does not read is ended after at most twice as long: Node looks a second time whether the write makes progress.
 */
const IDLE_TIMEOUT_MS = 60_000;
/** Fits an email address of 254 characters, all percent-encoded. */
const MAX_PATH_SEGMENT_LENGTH = 800;
/** Time for requests in transit; longer in production, until a load balancer notices that the process is not ready. */
const GRACE_MS = 200;
const PRODUCTION_GRACE_MS = 2_000;
/** Time for running requests to finish at shutdown. */
const REQUEST_PATIENCE_MS = 10_000;

/**
 * Size of the slabs that small buffers are cut from; each small buffer keeps its slab alive. With Node's default of 64
 * KB memory grew by megabytes per second under load, and the garbage collector ran over the whole heap again and again.
 */
const BUFFER_SLAB_BYTES = 8 * 1_024;

/**
 * Starts the HTTP API, and the projector with `projector: true`, on a migrated database.
 * @throws if it cannot start: an unsafe role, an unavailable database, a port in use.
 */
export async function startApi(options: ApiOptions): Promise<Api> {
  Buffer.poolSize = BUFFER_SLAB_BYTES;
  const logDestination = options.logDestination ?? openLogDestination();
  const logger = openLogger(options.logLevel ?? 'info', logDestination);
  const isSecure = new URL(options.publicUrl).protocol === 'https:';
  if (!isSecure && !isLocal(options.publicUrl))
    logger.warn('PUBLIC_URL is plain http: the session cookie is not protected on its way. Use https.');
  const resources = await openResources({ ...options, onError: (err, what) => logger.warn({ err }, what) });
  const draining = new Draining();
  try {
    const adapter = new FastifyAdapter({
      skipMiddie: true,
      loggerInstance: logger,
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
      bodyLimit: UNKNOWN_BODY_LIMIT,
      genReqId: () => randomUUIDv7(),
      childLoggerFactory: RequestLog.of,
      trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
      frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
        sendProblem(
          reply,
          refuse('MalformedRequest', { fieldErrors: [fieldError('path', 'MalformedRequest', fieldTexts.notAddress)] }),
          request.id,
        ),
      clientErrorHandler: answerUnreadable,
      http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, headersTimeout: 30_000 },
      // Fastify's own answer while closing is no problem document.
      return503OnClosing: false,
      requestTimeout: MAX_REQUEST_MS,
      connectionTimeout: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      keepAliveTimeout: 65_000,
      routerOptions: { maxParamLength: MAX_PATH_SEGMENT_LENGTH },
    });
    const routes: { method: string; url: string }[] = [];
    adapter.getInstance().addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD' && !url.includes('*')) routes.push({ method: one, url });
    });
    const http = await NestFactory.create<NestFastifyApplication>(
      HttpModule.with(resources, logger, draining),
      adapter,
      { bodyParser: false, bufferLogs: true, abortOnError: false },
    );
    http.useLogger(http.get(Logger));
    http.setGlobalPrefix('api', { exclude: ['health/live', 'health/ready'] });
    const fastify = adapter.getInstance();
    // Exists only after the modules are created, and is cached: the lookup costs as much as authorizing.
    let admission: RequestAuthorizer | undefined;
    await prepareFastify(fastify, {
      isSecure,
      admitted: admittedOrigins(options.foreignScripts ?? {}, options.paymentProvider === 'STRIPE'),
      draining,
      logger,
      logDestination,
      authorizer: () => (admission ??= http.get<RequestAuthorizer>(RequestAuthorizer)),
      isDatabaseSilent: () => resources.probe.isSilent,
    });
    whileEnding(fastify, draining);
    fastify.server.on('checkExpectation', answerExpectation);
    http.useGlobalFilters(
      new ProblemFilter(await serveConsole(fastify, options.consoleFolder, options.foreignScripts)),
    );
    await preparePasswords(options.passwordMemoryKib ?? PASSWORD_MEMORY_KIB);
    await warmUpDatabase(resources);
    await serveClients(fastify.server, () => http.listen(options.port, options.host));
    const { port } = http.getHttpServer().address() as { port: number };
    const application = applicationOf(http, resources);
    return {
      address: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
      port,
      application,
      http,
      routes,
      close: async () => {
        const isDone = await draining.drain(fastify.server, {
          graceMs: options.production ? PRODUCTION_GRACE_MS : GRACE_MS,
          patienceMs: REQUEST_PATIENCE_MS,
        });
        // The remaining clients were disconnected, so their queries are ended too.
        if (!isDone) resources.cut();
        await application.close();
        logger.flush();
      },
    };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

/** Closes each connection after its next answer once shutdown has begun. */
function whileEnding(fastify: FastifyInstance, draining: Draining): void {
  draining.watch(fastify.server);
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.hasBegun) void reply.header('connection', 'close');
    done(null, payload);
  });
}

const isLocal = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
