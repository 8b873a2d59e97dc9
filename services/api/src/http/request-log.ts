import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger, LogFn } from 'pino';

type Words = Parameters<LogFn>;

/** Logger of one request, created on first use: most requests log only their request line. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #bindings: Bindings;
  #child: Logger | undefined;

  constructor(logger: Logger, bindings: Bindings) {
    this.#logger = logger;
    this.#bindings = bindings;
  }

  /** For Fastify's `childLoggerFactory`. */
  static of(this: void, logger: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
    return new RequestLog(logger as Logger, bindings);
  }

  get level(): string {
    return this.#logger.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#own.child(bindings, options) as FastifyBaseLogger;
  }

  fatal(...words: Words): void {
    this.#own.fatal(...words);
  }

  error(...words: Words): void {
    this.#own.error(...words);
  }

  warn(...words: Words): void {
    this.#own.warn(...words);
  }

  info(...words: Words): void {
    this.#own.info(...words);
  }

  debug(...words: Words): void {
    this.#own.debug(...words);
  }

  trace(...words: Words): void {
    this.#own.trace(...words);
  }

  silent(): void {}

  get #own(): Logger {
    return (this.#child ??= this.#logger.child(this.#bindings));
  }
}
