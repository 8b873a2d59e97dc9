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
import { answerExpectation, answerUnreadable, MAX_HEADER_BYTES } from './http/unreadable-request.ts';
import { RequestAuthorizer } from './http/request-authorizer.ts';
import { prepareFastify } from './http/fastify-edge.ts';
import { HttpModule } from './http/http.module.ts';
import { ProblemFilter, sendProblem } from './http/problem.filter.ts';
import { RequestLog } from './http/request-log.ts';
import { PASSWORD_MEMORY_KIB, preparePasswords } from './identity/passwords/passwords.ts';
import { openLogger } from './platform/process/logging.ts';
import { openResources, type ResourceOptions } from './platform/process/resources.ts';
import { warmUpDatabase } from './platform/database/warm-up.ts';

export interface ApiOptions extends ResourceOptions {
  readonly host: string;
  /** 0 takes any. */
  readonly port: number;
  /** What browsers call it. */
  readonly publicUrl: string;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; by default nobody's. */
  readonly trustProxy?: readonly string[];
  /** What hashing a password takes of memory, in KiB. */
  readonly passwordMemoryKib?: number;
  /** The built console; without it there is only the API. */
  readonly consoleFolder?: string;
  /** Scripts of others that its pages load. */
  readonly foreignScripts?: ForeignScripts;
  readonly logLevel?: string;
  /** Where log lines go; standard error by default. */
  readonly logDestination?: DestinationStream;
}

export interface Api {
  readonly address: string;
  readonly port: number;
  /** The same use cases and questions, without HTTP. */
  readonly application: Application;
  readonly http: NestFastifyApplication;
  /** Every address that is served, but for the console's files. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Says that it is not ready any more, finishes the requests under way, then closes all that it opened. */
  close(): Promise<void>;
}

/** What addresses outside of the contracts may be sent; each route of the API states its own. */
const UNKNOWN_BODY_LIMIT = 16_384;
/** A file on a weak line; bodies of other routes have half a minute. */
const LONGEST_REQUEST_MS = 3_600_000;
/** Of a path: an email address of 254 characters fits in, each of them escaped. */
const LONGEST_PART = 800;
/** For what is already on its way; in production a balancer gets as long to notice that the process is not ready any more. */
const GRACE_MS = 200;
const PRODUCTION_GRACE_MS = 2_000;
/** How long requests under way may take once the process was told to end. */
const REQUEST_PATIENCE_MS = 10_000;

/**
 * Small buffers are cut from slabs of this size, and each keeps its slab alive. With the platform's 64 KB what a few small
 * ones kept grew by megabytes a second under load, and the collector went through the whole heap again and again.
 */
const BUFFER_SLAB_BYTES = 8 * 1_024;

/**
 * Starts the HTTP API, and the projector with `projector: true`, on a database that has been brought forward.
 * @throws what stands in the way: a role that is not safe, a database that is away, a port that is taken.
 */
export async function startApi(options: ApiOptions): Promise<Api> {
  Buffer.poolSize = BUFFER_SLAB_BYTES;
  const logger = openLogger(options.logLevel ?? 'info', options.logDestination);
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
      frameworkErrors: (_fault: Error, request: FastifyRequest, reply: FastifyReply) =>
        sendProblem(
          reply,
          refuse('MalformedRequest', { fieldErrors: [fieldError('path', 'MalformedRequest', fieldTexts.notAddress)] }),
          request.id,
        ),
      clientErrorHandler: answerUnreadable,
      http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, headersTimeout: 30_000 },
      // Fastify's own answer while it closes is none of ours.
      return503OnClosing: false,
      requestTimeout: LONGEST_REQUEST_MS,
      connectionTimeout: 60_000,
      keepAliveTimeout: 65_000,
      routerOptions: { maxParamLength: LONGEST_PART },
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
    // Made with the modules, after Fastify is prepared; asked for once, since asking costs as much as admitting.
    let admission: RequestAuthorizer | undefined;
    await prepareFastify(fastify, {
      isSecure,
      admitted: admittedOrigins(options.foreignScripts ?? {}, options.paymentProvider === 'STRIPE'),
      draining,
      logger,
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
    await http.listen(options.port, options.host);
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
        // Whoever asked has been cut off; the database must not keep the end waiting for what nobody hears.
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

/** An answer that leaves after the end began is the last on its connection, whenever its request came. */
function whileEnding(fastify: FastifyInstance, draining: Draining): void {
  draining.watch(fastify.server);
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.hasBegun) void reply.header('connection', 'close');
    done(null, payload);
  });
}

const isLocal = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
