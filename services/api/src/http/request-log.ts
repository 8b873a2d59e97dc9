import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger, LogFn } from 'pino';

type LogArguments = Parameters<LogFn>;

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

  fatal(...args: LogArguments): void {
    this.#own.fatal(...args);
  }

  error(...args: LogArguments): void {
    this.#own.error(...args);
  }

  warn(...args: LogArguments): void {
    this.#own.warn(...args);
  }

  info(...args: LogArguments): void {
    this.#own.info(...args);
  }

  debug(...args: LogArguments): void {
    this.#own.debug(...args);
  }

  trace(...args: LogArguments): void {
    this.#own.trace(...args);
  }

  silent(): void {}

  get #own(): Logger {
    return (this.#child ??= this.#logger.child(this.#bindings));
  }
}
