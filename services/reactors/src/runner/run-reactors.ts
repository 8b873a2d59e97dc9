import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Page as LogPage, Position } from '@plimsoll/event-store/port/event-store';
import { backOff } from '@plimsoll/projections/runner/follow/commit-or-park';
import { inOrder } from '@plimsoll/projections/runner/follow/page-work';
import type pg from 'pg';
import type { Enqueue } from '../jobs/jobs.ts';
import { takeOverOutbox } from '../jobs/take-over-outbox.ts';
import type { Reactor } from './reactor.ts';
import { replayParkedReactions } from './replay-parked.ts';
import { takePage } from './take-page.ts';

export interface ReactorRunnerOptions {
  readonly reactors: readonly Reactor[];
  readonly log: Pick<EventStore, 'read' | 'heads' | 'watch'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly enqueue: Enqueue;
  /** The queue for each kind of outbox entry. Entries of other kinds stay in the outbox. */
  readonly queueOf: Readonly<Record<string, string>>;
  /** Receives errors of work that is retried. */
  readonly onError?: (error: unknown) => void;
}

const POLL_MS = 500;
/** Events of one organization per turn. */
const PAGE_SIZE = 500;
const REPLAY_INTERVAL_MS = 1_000;

/**
 * Runs reactors over every tenant's log and moves outbox entries into jobs. Any number of processes may run it; of two
 * that process the same page one commits.
 */
export class ReactorRunner {
  readonly #options: ReactorRunnerOptions;
  #stopping = new AbortController();
  #running: Promise<unknown> | undefined;
  #unwatch: (() => Promise<void>) | undefined;
  #wake: () => void = () => undefined;
  #wakes = 0;

  constructor(options: ReactorRunnerOptions) {
    this.#options = options;
  }

  /**
   * Starts following the logs. A new reactor starts at their heads: it reacts to everything written after this
   * resolves.
   */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    await this.#register().catch((error: unknown) => this.#options.onError?.(error));
    this.#running = Promise.all([this.#follow(signal), this.#replayParked(signal)]);
    this.#unwatch = await this.#options.log
      .watch(() => this.#notify())
      .catch((error: unknown) => {
        this.#options.onError?.(error);
        return undefined;
      });
  }

  /** Stops after the current transaction. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#notify();
    await this.#running;
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** Processes everything up to the current heads, and the outbox. Throws errors that `start` would retry. */
  async catchUp(): Promise<void> {
    await this.#register();
    while (await this.#turn());
    while (await takeOverOutbox(this.#options));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let isRegistered = false;
    for (let attempt = 0; !signal.aborted; ) {
      const wakes = this.#wakes;
      try {
        if (!isRegistered) await this.#register();
        isRegistered = true;
        const worked = [await this.#turn(signal), await takeOverOutbox(this.#options)];
        attempt = 0;
        if (!worked.includes(true)) await this.#rest(wakes, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError?.(error);
        await backOff(++attempt, signal);
      }
    }
  }

  /**
   * Starts new reactors at the heads of the logs: side effects must not happen for past events. One statement for all
   * tenants, so that none is missed and a tenant created later starts at 0.
   */
  async #register(): Promise<void> {
    for (const { name } of this.#options.reactors) {
      await this.#options.pool.query(
        `with begun as (insert into reactors (name) values ($1) on conflict do nothing returning name)
         insert into reactor_checkpoints (reactor, tenant, position) select begun.name, tenant, position from tenant_heads, begun`,
        [name],
      );
    }
  }

  /** Processes a page for each organization and reactor that is behind. @returns whether there was one. */
  async #turn(signal?: AbortSignal): Promise<boolean> {
    const { reactors, log, pool, enqueue } = this.#options;
    const heads = await log.heads();
    const positions = await this.#positions();
    let worked = false;
    for (const { tenant, position: head } of heads) {
      // Reactors at the same position, as they nearly always are, share the page.
      const pages = new Map<Position, LogPage>();
      for (const reactor of reactors) {
        const from = positions.get(`${reactor.name}/${tenant}`) ?? 0;
        if (from >= head || signal?.aborted) continue;
        const page = pages.get(from) ?? (await log.read(tenant, from, PAGE_SIZE));
        pages.set(from, page);
        const events = inOrder(page.events, from);
        const to = events.at(-1)?.position ?? page.head;
        if (to <= from) continue;
        // If another process took the page nothing was written; the next turn reads the new checkpoint.
        await takePage(pool, enqueue, { reactor, tenant, from, to, events });
        worked = true;
      }
    }
    return worked;
  }

  async #positions(): Promise<Map<string, Position>> {
    const { rows } = await this.#options.pool.query<{ reactor: string; tenant: string; position: number }>(
      'select reactor, tenant, position::float8 as position from reactor_checkpoints where reactor = any ($1)',
      [this.#options.reactors.map(({ name }) => name)],
    );
    return new Map(rows.map(({ reactor, tenant, position }) => [`${reactor}/${tenant}`, position]));
  }

  /** Retries every parked stream once, since this version may be able to read it; then those whose retry is due. */
  async #replayParked(signal: AbortSignal): Promise<void> {
    for (let isFirst = true; !signal.aborted; ) {
      try {
        await replayParkedReactions(this.#options.pool, this.#options, { dueOnly: !isFirst });
        isFirst = false;
      } catch (error) {
        this.#options.onError?.(error);
      }
      await sleep(REPLAY_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #notify(): void {
    this.#wakes++;
    this.#wake();
  }

  async #rest(wakes: number, signal: AbortSignal): Promise<void> {
    if (this.#wakes !== wakes) return;
    const pause = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await Promise.race([
      promise,
      sleep(POLL_MS, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
    ]);
    pause.abort();
  }
}
