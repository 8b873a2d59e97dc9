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
  /** Whose jobs entries of the outbox become, by their kind; others stay there. */
  readonly queueOf: Readonly<Record<string, string>>;
  /** Hears of what went wrong and is being tried again. */
  readonly onFault?: (fault: unknown) => void;
}

const POLL_MS = 500;
/** Events of an organization in a turn. */
const PAGE_SIZE = 500;
const REPLAY_EVERY_MS = 1_000;

/** Has reactors follow every tenant's log, and takes over what the outbox holds. Any number may run; of two that take the same page one commits. */
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

  /** Starts following the logs. A reactor that was never here begins at their heads: whatever is written once this is done it reacts to. */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    await this.#begin().catch((fault: unknown) => this.#options.onFault?.(fault));
    this.#running = Promise.all([this.#follow(signal), this.#replayInTime(signal)]);
    this.#unwatch = await this.#options.log
      .watch(() => this.#woken())
      .catch((fault: unknown) => {
        this.#options.onFault?.(fault);
        return undefined;
      });
  }

  /** Ends after the transaction at hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#woken();
    await this.#running;
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** Works until every reactor stands where the heads stood when it was called, and the outbox is taken over. Throws what `start` would try again. */
  async catchUp(): Promise<void> {
    await this.#begin();
    while (await this.#turn());
    while (await takeOverOutbox(this.#options));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let begun = false;
    for (let attempt = 0; !signal.aborted; ) {
      const wakes = this.#wakes;
      try {
        if (!begun) await this.#begin();
        begun = true;
        const worked = [await this.#turn(signal), await takeOverOutbox(this.#options)];
        attempt = 0;
        if (!worked.includes(true)) await this.#rest(wakes, signal);
      } catch (fault) {
        if (signal.aborted) return;
        this.#options.onFault?.(fault);
        await backOff(++attempt, signal);
      }
    }
  }

  /** What was in the logs before a reactor is behind it: side effects are not for the past. One statement, so that no tenant is missed and none is counted that came later. */
  async #begin(): Promise<void> {
    for (const { name } of this.#options.reactors) {
      await this.#options.pool.query(
        `with begun as (insert into reactors (name) values ($1) on conflict do nothing returning name)
         insert into reactor_checkpoints (reactor, tenant, position) select begun.name, tenant, position from tenant_heads, begun`,
        [name],
      );
    }
  }

  /** A page for each organization and reactor that is behind. @returns whether there was one. */
  async #turn(signal?: AbortSignal): Promise<boolean> {
    const { reactors, log, pool, enqueue } = this.#options;
    const heads = await log.heads();
    const positions = await this.#positions();
    let worked = false;
    for (const { tenant, position: head } of heads) {
      // Reactors that stand at the same place, as they nearly always do, take what is read once.
      const pages = new Map<Position, LogPage>();
      for (const reactor of reactors) {
        const from = positions.get(`${reactor.name}/${tenant}`) ?? 0;
        if (from >= head || signal?.aborted) continue;
        const page = pages.get(from) ?? (await log.read(tenant, from, PAGE_SIZE));
        pages.set(from, page);
        const events = inOrder(page.events, from);
        const to = events.at(-1)?.position ?? page.head;
        if (to <= from) continue;
        // Of a page that somebody else took meanwhile nothing was written; the next turn finds where it stands.
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

  /** First everything that is set aside, since this version may take it; then what is due to be tried again. */
  async #replayInTime(signal: AbortSignal): Promise<void> {
    for (let isFirst = true; !signal.aborted; ) {
      try {
        await replayParkedReactions(this.#options.pool, this.#options, { dueOnly: !isFirst });
        isFirst = false;
      } catch (fault) {
        this.#options.onFault?.(fault);
      }
      await sleep(REPLAY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #woken(): void {
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
