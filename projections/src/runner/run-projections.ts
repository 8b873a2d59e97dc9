import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { Checkpoints } from './checkpoints.ts';
import { backOff, commitOrPark } from './commit-or-park.ts';
import { pageBatches } from './page-batches.ts';
import type { Client, PageWork } from './page-work.ts';
import type { Projection } from './projection.ts';
import { replayParkedStreams, type Replay } from './replay-parked.ts';
import { REBUILT } from './rebuilt-tables.ts';
import { shareBatch } from './share-batch.ts';
import { insertRows } from './table-statements.ts';

export interface RunnerOptions {
  readonly projections: readonly Projection[];
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  /** As plimsoll_projector; `openProjectorPool` makes one. */
  readonly pool: pg.Pool;
  /** Events in a batch. */
  readonly pageSize?: number;
  /** How often heads and checkpoints are compared when nobody wakes us. */
  readonly pollMs?: number;
  /** Writes rows that are not there yet; `insertRows` by default. */
  readonly writeNew?: typeof insertRows;
  /** Hears of what went wrong and is being tried again. */
  readonly onFault?: (fault: unknown) => void;
}

/** Read models that moved: called after the commit. */
export type OnMoved = (tenant: string, projection: string, position: Position) => void;

const REPLAY_EVERY_MS = 1_000;

/**
 * Connections for a projector. Its statements are planned for rows that are found by their keys, whatever a table's
 * statistics said when it was empty.
 * @param schemas where it looks for tables, the first place first, if not in the usual one.
 */
export function openProjectorPool(projectorUrl: string | pg.PoolConfig, max = 3, schemas?: string): pg.Pool {
  const config = typeof projectorUrl === 'string' ? { connectionString: projectorUrl } : projectorUrl;
  const pool = new pg.Pool({
    application_name: 'plimsoll projector', keepAlive: true, connectionTimeoutMillis: 5_000, max, ...config,
    options: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c plan_cache_mode=force_generic_plan -c timezone=UTC' + (schemas ? ` -c search_path=${schemas.replaceAll(' ', '')}` : ''),
  });
  pool.on('error', () => undefined);
  return pool;
}

/** The same for a rebuild: what it writes goes to the tables beside the live ones. */
export const openRebuildPool = (projectorUrl: string): pg.Pool => openProjectorPool(projectorUrl, 3, `${REBUILT}, public`);

/** Keeps read models at the head of every tenant's log. Any number may run; of two that take the same page one commits. */
export class ProjectionRunner {
  readonly #options: RunnerOptions;
  readonly #checkpoints: Checkpoints;
  readonly #listeners = new Set<OnMoved>();
  #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #unwatch: (() => Promise<void>) | undefined;
  #lastReplay = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#checkpoints = new Checkpoints(options.projections);
  }

  /** Starts following the log, and tries once what an older version of the product had set aside. */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#follow(this.#stopping.signal);
    this.#unwatch = await this.#options.log.watch(() => this.#woken.resolve()).catch((fault: unknown) => {
      this.#options.onFault?.(fault);
      return undefined;
    });
  }

  /** Ends after the transaction at hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#woken.resolve();
    await this.#running;
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** @returns ends it. */
  onMoved(listener: OnMoved): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Works until every read model stands where the heads stood when it was called. Throws what `start` would try again. */
  async catchUp(): Promise<void> {
    await this.#checkpoints.load(this.#options.pool);
    while (await this.#cycle(this.#stopping.signal));
  }

  /** Tries again what was set aside, in order; all of it, or a tenant's or a read model's. */
  replayParked(only: { projection?: string; tenant?: string } = {}): Promise<Replay> {
    return this.#withClient((client) => replayParkedStreams(client, this.#options, only));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let known = false;
    for (let attempt = 0; !signal.aborted; ) {
      try {
        if (!known) await this.#checkpoints.load(this.#options.pool);
        if (!known) await this.replayParked();
        known = true;
        while (!signal.aborted && (await this.#cycle(signal)));
        await this.#replayDue();
        attempt = 0;
        await this.#rest(signal);
      } catch (fault) {
        known = false;
        if (signal.aborted) return;
        this.#options.onFault?.(fault);
        await backOff(++attempt, signal);
      }
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const pause = new AbortController();
    await Promise.race([
      this.#woken.promise,
      sleep(this.#options.pollMs ?? 250, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
    ]);
    pause.abort();
    this.#woken = Promise.withResolvers<void>();
  }

  /** Compares heads with checkpoints and takes what is behind. Answers whether there was anything. */
  async #cycle(signal: AbortSignal): Promise<boolean> {
    const { log, pool, pageSize, writeNew = insertRows } = this.#options;
    const commit = (client: Client, works: readonly PageWork[]) => commitOrPark(client, works, writeNew);
    const heads = await log.heads();
    const backlogs = this.#checkpoints.backlogs(heads);
    if (backlogs.length === 0) return false;
    const overtaken = new Set<string>();
    await this.#withClients(async (clients) => {
      for await (const batch of pageBatches(log, backlogs, pageSize ?? 5_000)) {
        if (signal.aborted) return;
        const works = batch.filter(({ tenant }) => !overtaken.has(tenant));
        const { moved, stale } = await shareBatch(clients, works, commit);
        for (const { tenant } of stale) overtaken.add(tenant);
        for (const { projection, tenant, to } of moved) {
          this.#checkpoints.moved(projection.name, tenant, to);
          for (const listener of this.#listeners) listener(tenant, projection.name, to);
        }
      }
    });
    if (overtaken.size > 0) {
      // Another projector is at work: leave it a moment, then go on from where it is.
      await sleep(20 + Math.random() * 80, undefined, { signal }).catch(() => undefined);
      await this.#checkpoints.load(pool, [...overtaken]);
    }
    return true;
  }

  async #replayDue(): Promise<void> {
    if (Date.now() - this.#lastReplay < REPLAY_EVERY_MS) return;
    this.#lastReplay = Date.now();
    await this.#withClient((client) => replayParkedStreams(client, this.#options, { dueOnly: true }));
  }

  async #withClients<T>(work: (clients: readonly Client[]) => Promise<T>): Promise<T> {
    return this.#withClient((one) => ((this.#options.pool.options.max ?? 1) < 3 ? work([one]) : this.#withClient((other) => work([one, other]))));
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#options.pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (fault) {
      client.release(true);
      throw fault;
    }
  }
}
