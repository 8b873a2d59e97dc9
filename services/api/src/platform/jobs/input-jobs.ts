import { extname } from 'node:path';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { RETRY_AFTER, throwRefusal } from '../../http/problems/problem-of.ts';
import type { JobType } from './define-job.ts';
import { FairQueue } from './fair-queue.ts';
import { JobOverLimit } from './job-over-limit.ts';
import type { ThreadTask } from './job-thread.ts';

/** More threads than one organization may use, so that its slow jobs delay no one else's. */
const THREADS = 4;
const THREADS_PER_ORGANIZATION = 2;
/** Each waiting job has a request, and often a file in temporary storage. */
const MAX_WAITING = 100;
/** Heap of a thread in MB. Buffers are not part of it: they are limited by the size of the input. */
const HEAP_MB = 256;
const YOUNG_MB = 6;
/** A thread takes about 10 MB, so idle ones end. */
const IDLE_MS = 30_000;

/** Has the extension of this file: in tests both are TypeScript sources. */
const SUFFIX = extname(import.meta.url);

/** Input of a job, and the buffers in it that move to the thread instead of being copied; they are empty afterwards. */
export interface JobInput<Input> {
  readonly input: Input;
  readonly moved?: readonly Transferable[];
}

export interface JobRequest<Input> {
  /** Guid of the organization, or of the account where there is none: turns are fair between them. */
  readonly organization: string;
  /** Called when the turn has come, so that nothing is in memory before. */
  readonly read: () => JobInput<Input> | Promise<JobInput<Input>>;
  /** Aborts the job and terminates its thread, such as when the client has hung up. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work on user input in threads, with limits on time and memory, in turns that are fair between organizations. A
 * job over a limit ends with its thread, and affects no other job.
 */
@Injectable()
export class InputJobs implements OnApplicationShutdown {
  readonly #queue = new FairQueue({
    running: THREADS,
    runningPerOrganization: THREADS_PER_ORGANIZATION,
    waitingPerOrganization: MAX_WAITING,
  });
  #pool: Piscina | undefined;
  #hasEnded = false;

  /**
   * Runs a job. Throws 429 when too many jobs of the organization wait.
   * @param use takes the output within the turn, so that outputs of several jobs are not in memory at once. It must be
   * quick.
   * @throws JobOverLimit; the signal's reason; what the job throws.
   */
  run<Input, Output>(job: JobType<Input, Output>, request: JobRequest<Input>): Promise<Output>;
  run<Input, Output, Done>(
    job: JobType<Input, Output>,
    request: JobRequest<Input>,
    use: (output: Output) => Promise<Done>,
  ): Promise<Done>;
  run<Input, Output>(
    job: JobType<Input, Output>,
    { organization, read, signal }: JobRequest<Input>,
    use: (output: Output) => unknown = (output) => output,
  ): Promise<unknown> {
    return this.#queue.run({ organization, lane: job.lane, signal }, async () => {
      const { input, moved = [] } = await read();
      const limit = new TimeLimit(job.maxMs);
      limit.start();
      const output = (await this.#inThread(job, input, moved, limit, signal).finally(() => limit.stop())) as Output;
      return use(output);
    });
  }

  /**
   * Runs a job that yields its output in pieces, each when the previous one has been consumed. The time limit applies
   * to the thread's work, not to the consumer's. The turn lasts until the last piece, so consumers must be quick.
   */
  async *pieces<Input extends object, Piece>(
    job: JobType<Input & { readonly port: MessagePort }, void>,
    { organization, read, signal }: JobRequest<Input>,
  ): AsyncGenerator<Piece, void, undefined> {
    const { port1: port, port2 } = new MessageChannel();
    const over = new AbortController();
    const limit = new TimeLimit(job.maxMs);
    const inbox = new Inbox<Piece>(port);
    const done = this.#queue
      .run({ organization, lane: job.lane, signal }, async () => {
        const { input, moved = [] } = await read();
        limit.start();
        const signals = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
        await this.#inThread(job, { ...input, port: port2 }, [...moved, port2], limit, signals);
      })
      .finally(() => limit.stop());
    done.then(
      () => inbox.end(),
      (error: unknown) => inbox.fail(error),
    );
    try {
      for (;;) {
        const next = await inbox.next();
        if (next.done) break;
        limit.stop();
        yield next.value;
        limit.start();
        port.postMessage('MORE');
      }
    } finally {
      over.abort(new Error('No more pieces are wanted'));
      port.close();
      await done.catch(() => undefined);
    }
  }

  /** Ends running jobs; those that wait are refused. */
  async onApplicationShutdown(): Promise<void> {
    this.#hasEnded = true;
    await this.#pool?.destroy();
  }

  async #inThread(
    { module, name }: Pick<JobType<unknown, unknown>, 'module' | 'name'>,
    input: unknown,
    moved: readonly Transferable[],
    limit: TimeLimit,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    if (this.#hasEnded) throwRefusal('Unavailable', {}, RETRY_AFTER);
    const task: ThreadTask = { module, name, input };
    try {
      return await this.#open().run(task, {
        transferList: [...moved],
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
    } catch (error) {
      if (limit.signal.aborted) throw new JobOverLimit('TIME', name);
      signal?.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new JobOverLimit('MEMORY', name);
      throw error;
    }
  }

  /** The threads are started with the first job. */
  #open(): Piscina {
    this.#pool ??= new Piscina({
      filename: new URL(`./job-thread${SUFFIX}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      // A job may wait for events, such as pieces that are wanted.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      env: {},
      // Sources of other packages are resolved as in the tests' own process.
      execArgv: SUFFIX === '.ts' ? ['--conditions=source'] : [],
    }).on('error', () => undefined);
    return this.#pool;
  }
}

/** Limits the time that a thread works; stopped while its output is consumed. */
class TimeLimit {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #leftMs: number;
  #startedAt = 0;

  constructor(maxMs: number) {
    this.#leftMs = maxMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#leftMs);
  }

  stop(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }
}

/** Pieces that a thread has sent, in order, and how its job ended. */
class Inbox<Piece> {
  readonly #pieces: Piece[] = [];
  #ended: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(port: MessagePort) {
    port.on('message', (piece: Piece) => {
      this.#pieces.push(piece);
      this.#wake?.();
    });
  }

  end(): void {
    this.#ended ??= {};
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#ended ??= { error };
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Piece, undefined>> {
    while (this.#pieces.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#pieces.length > 0) return { done: false, value: this.#pieces.shift()! };
    if ('error' in this.#ended!) throw this.#ended.error;
    return { done: true, value: undefined };
  }
}
