import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@plimsoll/event-store/event-store';
import type pg from 'pg';
import { readAsTenant } from '../read-as-tenant.ts';
import type { OnMoved } from './run-projections.ts';

/** How far the read models of a question have come; `stale` when that is less than was asked for. */
export interface AsOf {
  readonly position: Position;
  readonly stale: boolean;
}

export const LONGEST_WAIT_MS = 2_000;
const POLL_MS = 20;
/** With news from the projector the database is only asked in case another projector does the work. */
const POLL_WITH_NEWS_MS = 200;
const MOST_TENANTS = 20_000;

/**
 * Knows how far read models have come, and waits for them. It takes news from a projector in the same process, and asks
 * the database otherwise.
 */
export class ReadPositions {
  readonly #pool: pg.Pool;
  readonly #hasNews: boolean;
  readonly #unsubscribe: () => void;
  readonly #known = new Map<string, Map<string, Position>>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * @param pool as plimsoll_app.
   * @param projector the one in this process, if there is one.
   */
  constructor(pool: pg.Pool, projector?: { onMoved(listener: OnMoved): () => void }) {
    this.#pool = pool;
    this.#hasNews = projector !== undefined;
    this.#unsubscribe = projector?.onMoved((tenant, projection, position) => this.#moved(tenant, projection, position)) ?? (() => undefined);
  }

  /** Waits until all these read models have reached the position, for at most `timeoutMs`. Position 0 only asks how far they are. */
  async waitFor(tenant: string, projections: readonly string[], position: Position, timeoutMs = LONGEST_WAIT_MS): Promise<AsOf> {
    const deadline = performance.now() + Math.min(timeoutMs, LONGEST_WAIT_MS);
    let reached = this.#hasNews ? this.#reached(tenant, projections) : undefined;
    if (reached === undefined || reached < position) reached = await this.#ask(tenant, projections);
    while (reached < position) {
      const left = deadline - performance.now();
      if (left <= 0) return { position: reached, stale: true };
      const heard = await this.#rest(tenant, Math.min(left, this.#hasNews ? POLL_WITH_NEWS_MS : POLL_MS));
      reached = heard ? (this.#reached(tenant, projections) ?? 0) : await this.#ask(tenant, projections);
    }
    return { position: reached, stale: false };
  }

  close(): void {
    this.#unsubscribe();
  }

  #moved(tenant: string, projection: string, position: Position): void {
    const known = this.#known.get(tenant);
    if (known) known.set(projection, position);
    for (const wake of this.#waiting.get(tenant) ?? []) wake();
  }

  #reached(tenant: string, projections: readonly string[]): Position | undefined {
    const known = this.#known.get(tenant);
    if (!known) return undefined;
    return Math.min(...projections.map((projection) => known.get(projection) ?? 0));
  }

  async #ask(tenant: string, projections: readonly string[]): Promise<Position> {
    if (this.#known.size >= MOST_TENANTS) this.#known.clear();
    const known = this.#known.get(tenant) ?? new Map<string, Position>();
    this.#known.set(tenant, known);
    const rows = await readAsTenant<{ projection: string; position: number }>(this.#pool, tenant, {
      name: 'projection checkpoints', text: 'select projection, position from projection_checkpoints where tenant = $1', values: [tenant],
    });
    for (const { projection, position } of rows) known.set(projection, Math.max(position, known.get(projection) ?? 0));
    return this.#reached(tenant, projections) ?? 0;
  }

  /** Waits for news of the tenant, or for the time. Answers whether there was news. */
  async #rest(tenant: string, milliseconds: number): Promise<boolean> {
    const wakes = this.#waiting.get(tenant) ?? new Set<() => void>();
    this.#waiting.set(tenant, wakes);
    const pause = new AbortController();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    wakes.add(wake);
    try {
      return await Promise.race([promise, sleep(milliseconds, false, { signal: pause.signal })]);
    } finally {
      pause.abort();
      wakes.delete(wake);
      if (wakes.size === 0) this.#waiting.delete(tenant);
    }
  }
}
