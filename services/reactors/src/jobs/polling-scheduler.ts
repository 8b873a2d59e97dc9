import type { Poll, Schedule, ScheduleContext } from './schedule.ts';

const POLL_INTERVAL_MS = 60_000;

/**
 * Polls every schedule at startup and once a minute. Any number of processes may do so: schedules are idempotent, and
 * no state is lost with a process.
 */
export class PollingScheduler<Name extends string = string> {
  readonly #polls: ReadonlyMap<Name, { readonly poll: Poll; readonly onErrorText: string }>;
  readonly #onError: ((error: unknown, what: string) => void) | undefined;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param onError receives why a poll failed; the next poll retries. */
  constructor(
    schedules: readonly Schedule<Name>[],
    context: ScheduleContext,
    onError?: (error: unknown, what: string) => void,
  ) {
    this.#polls = new Map(
      schedules.map(({ name, onErrorText, create }) => [name, { poll: create(context), onErrorText }]),
    );
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setInterval(() => this.#pollAll(), POLL_INTERVAL_MS).unref();
    this.#pollAll();
  }

  /** Polls one schedule now. Rejects with its error. */
  async run(name: Name): Promise<void> {
    await this.#polls.get(name)!.poll();
  }

  /** Stops after the polls that are running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #pollAll(): void {
    for (const { poll, onErrorText } of this.#polls.values()) {
      const running = poll()
        .catch((error: unknown) => this.#onError?.(error, onErrorText))
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }
}
