import type { Position } from '@plimsoll/event-store/port/event-store';
import type { ActiveGenerations } from '../../platform/active-generations.ts';
import { queryAsTenant } from '../../platform/query-as-tenant.ts';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { OnMoved } from './run-projections.ts';

/** The progress of a query's read models; `stale` if it is less than requested. */
export interface AsOf {
  readonly position: Position;
  readonly stale: boolean;
  /** The generations that this applies to. Queries inside `ReadModelReader.within` read at least this position. */
  readonly sets: ActiveGenerations;
}

/** A requested position is beyond the tenant's log, so waiting is useless. */
export class PositionBeyondHead extends Error {
  override readonly name = 'PositionBeyondHead';
}

const MAX_WAIT_MS = 2_000;
/** How often the database is polled, once for all waiters. With notifications from the projector only as a fallback. */
const TICK_MS = 20;
const TICK_WITH_NEWS_MS = 200;
const MAX_TENANTS = 20_000;

interface Known {
  readonly positions: Map<string, Position>;
  /** Undefined until the database was queried; positions are then only those from notifications. */
  head: Position | undefined;
}

/**
 * Tracks how far read models have come, and waits for them. Uses notifications of a projector in the same process;
 * otherwise polls the database, with one query per tick for all waiters.
 */
export class ReadPositions {
  readonly #reader: ReadModelReader;
  readonly #tickMs: number;
  readonly #hasNews: boolean;
  readonly #unsubscribe: () => void;
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** The running query, followed by the next one. */
  #asking: Promise<void> = Promise.resolve();
  #next: Question | undefined;
  #ticking: NodeJS.Timeout | undefined;

  /**
   * @param reader of the process.
   * @param projector the projector in this process, if there is one.
   */
  constructor(reader: ReadModelReader, projector?: { onMoved(listener: OnMoved): () => void }) {
    this.#reader = reader;
    this.#hasNews = projector !== undefined;
    this.#tickMs = this.#hasNews ? TICK_WITH_NEWS_MS : TICK_MS;
    this.#unsubscribe =
      projector?.onMoved((tenant, generation, position) => this.#moved(tenant, generation, position)) ??
      (() => undefined);
  }

  /**
   * Waits until these read models have reached the position, for at most `timeoutMs`. Position 0 only reads their
   * progress.
   * @throws PositionBeyondHead if the log is shorter.
   */
  async waitFor(
    tenant: string,
    readModels: readonly string[],
    position: Position,
    timeoutMs = MAX_WAIT_MS,
  ): Promise<AsOf> {
    const deadline = performance.now() + Math.min(timeoutMs, MAX_WAIT_MS);
    const sets = await this.#reader.sets();
    const names = readModels.map((readModel) => sets.nameOf(readModel));
    const isThere = () => position > 0 && reached(this.#known.get(tenant), names) >= position;
    let known = this.#known.get(tenant);
    if (!this.#hasNews) known = await this.#ask(tenant);
    else if (known?.head === undefined || reached(known, names) < position)
      known = await this.#queryUnlessNotified(tenant, isThere);
    for (;;) {
      const far = reached(known, names);
      if (far >= position) return { position: far, stale: false, sets };
      if (known.head !== undefined && position > known.head)
        throw new PositionBeyondHead(`The log of ${tenant} ends at ${known.head}`);
      const left = deadline - performance.now();
      if (left <= 0) return { position: far, stale: true, sets };
      await this.#news(tenant, left);
      known = this.#known.get(tenant) ?? known;
    }
  }

  /** Waits until these read models have reached the head as of the call. */
  async waitForHead(tenant: string, readModels: readonly string[]): Promise<AsOf> {
    const { head } = await this.#ask(tenant);
    return this.waitFor(tenant, readModels, head ?? 0);
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#ticking);
  }

  #moved(tenant: string, generation: string, position: Position): void {
    const waiters = this.#waiting.get(tenant);
    // Recorded for waiters, although the database has not returned the other positions yet.
    const known = waiters ? this.#of(tenant) : this.#known.get(tenant);
    known?.positions.set(generation, Math.max(position, known.positions.get(generation) ?? 0));
    for (const { wake } of waiters ?? []) wake();
  }

  #of(tenant: string): Known {
    let known = this.#known.get(tenant);
    if (!known) this.#known.set(tenant, (known = { positions: new Map(), head: undefined }));
    return known;
  }

  /**
   * Queries, and waits for the result or a notification that makes it unnecessary: on a busy machine the projector is
   * faster.
   */
  async #queryUnlessNotified(tenant: string, isThere: () => boolean): Promise<Known> {
    const notified = Promise.withResolvers<void>();
    const leave = this.#join(tenant, { wake: () => void (isThere() && notified.resolve()), fail: notified.reject });
    try {
      return (await Promise.race([this.#ask(tenant), notified.promise])) ?? this.#of(tenant);
    } finally {
      leave();
    }
  }

  /** Adds a waiter. @returns a function that removes it. */
  #join(tenant: string, waiter: Waiter): () => void {
    const waiters = this.#waiting.get(tenant) ?? new Set<Waiter>();
    this.#waiting.set(tenant, waiters.add(waiter));
    return () => {
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiting.get(tenant) === waiters) this.#waiting.delete(tenant);
    };
  }

  /** Joins the next query, which starts when the running one has finished. */
  async #ask(tenant: string): Promise<Known> {
    this.#next ??= this.#nextQuestion();
    this.#next.tenants.add(tenant);
    await this.#next.answered;
    return this.#of(tenant);
  }

  #nextQuestion(): Question {
    const tenants = new Set<string>();
    const begun = this.#asking
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#asking = this.#askAll([...tenants]);
        return this.#asking;
      });
    return { tenants, answered: begun };
  }

  async #askAll(tenants: readonly string[]): Promise<void> {
    if (this.#known.size >= MAX_TENANTS) this.#known.clear();
    const [positions, heads] = (await queryAsTenant(this.#reader.pool, { tenants }, [
      {
        name: 'checkpoints of tenants',
        text: 'select tenant, projection, position from projection_checkpoints where tenant = any ($1)',
        values: [tenants],
      },
      {
        name: 'heads of tenants',
        text: 'select tenant, position from tenant_heads where tenant = any ($1)',
        values: [tenants],
      },
    ])) as [{ tenant: string; projection: string; position: number }[], { tenant: string; position: number }[]];
    for (const tenant of tenants) this.#of(tenant).head ??= 0;
    for (const { tenant, projection, position } of positions) {
      const known = this.#of(tenant).positions;
      known.set(projection, Math.max(position, known.get(projection) ?? 0));
    }
    for (const { tenant, position } of heads) this.#of(tenant).head = position;
  }

  /** Waits for a notification of the tenant, for the next tick's result, or for the timeout. */
  async #news(tenant: string, milliseconds: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = this.#join(tenant, { wake: resolve, fail: reject });
    const timer = setTimeout(resolve, milliseconds);
    this.#ticking ??= setTimeout(() => void this.#tick(), this.#tickMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  /** Queries for all waiters and wakes them. */
  async #tick(): Promise<void> {
    const asked = [...this.#waiting];
    try {
      if (asked.length > 0) await this.#askAll(asked.map(([tenant]) => tenant));
      for (const [, waiters] of asked) for (const { wake } of waiters) wake();
    } catch (error) {
      for (const [, waiters] of asked) for (const { fail } of waiters) fail(error);
    } finally {
      this.#ticking = this.#waiting.size > 0 ? setTimeout(() => void this.#tick(), this.#tickMs) : undefined;
    }
  }
}

interface Waiter {
  wake(): void;
  fail(error: unknown): void;
}

interface Question {
  readonly tenants: Set<string>;
  readonly answered: Promise<void>;
}

const reached = (known: Known | undefined, names: readonly string[]): Position =>
  Math.min(...names.map((name) => known?.positions.get(name) ?? 0));
