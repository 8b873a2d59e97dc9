import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import pg from 'pg';
import { Checkpoints } from './checkpoints.ts';
import { backOff, commitOrPark, ParkedInARow } from './commit-or-park.ts';
import type { Committed } from './commit-pages.ts';
import { lanes, Turns, type Followed, type Lane } from './lanes.ts';
import { pageBatches, type Backlog, type Source } from './page-batches.ts';
import type { WriteNew } from './page-folds.ts';
import type { Client, PageWork } from './page-work.ts';
import { projectInto, generationName, type Generation } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import { replayParkedStreams, type Replay } from '../parked/replay-parked.ts';
import { commitInParallel } from './commit-in-parallel.ts';
import { SharedLog } from './shared-log.ts';
import { followedGenerations } from '../generations/followed-generations.ts';

/** Options of `ProjectionRunner`. */
export interface RunnerOptions {
  readonly projections: readonly ReadModel[];
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  /** As plimsoll_projector; see `openProjectorPool`. */
  readonly pool: pg.Pool;
  /** Events per batch. */
  readonly pageSize?: number;
  /** How often heads and checkpoints are compared without a wake-up. */
  readonly pollMs?: number;
  /** The generations to follow; by default all that are registered as followed. */
  readonly sets?: readonly Generation[];
  /** Known checkpoints of those; by default they are read from the database. */
  readonly checkpoints?: Checkpoints;
  /** How new rows are written; by default by insert. */
  readonly writeNew?: WriteNew;
  /** Called with errors that are retried. */
  readonly onError?: (error: unknown) => void;
}

/** Called after the commit when a generation has moved. */
export type OnMoved = (tenant: string, generation: string, position: Position) => void;

/** A read model that could not take any event and is no longer followed; the others continue. */
export interface Halted {
  readonly readModel: string;
  readonly generation: string;
  readonly since: Date;
  readonly reason: string;
}

const POLL_MS = 250;
const REPLAY_EVERY_MS = 1_000;
/** How long a new or dropped generation may go unnoticed. */
const SETS_ARE_GOOD_MS = 500;
/**
 * Maximum age of a connection and its plans. A plan made while a table was empty may use any index that starts with the
 * tenant, and then reads all of the tenants' rows for every page; new statistics, which would replace the plan, take
 * minutes.
 */
const PLANS_ARE_GOOD_S = 10;
/**
 * While one backlog is drained on held connections, discard cached plans each time the tables may have grown by 25 %.
 */
const PLANS_ARE_GOOD_FOR = 1.25;
const PAGE_SIZE = 5_000;
const laneConnections: Record<Lane, number> = { AUTHORIZATION: 1, LIVE: 2, CATCH_UP: 2 };
const lanePages: Record<Lane, number> = { AUTHORIZATION: 500, LIVE: 150, CATCH_UP: 1_000 };

/** Opens connections for a projector. Plans find rows by their keys, whatever the statistics of an empty table said. */
export function openProjectorPool(projectorUrl: string | pg.PoolConfig, max = 6): pg.Pool {
  const config = typeof projectorUrl === 'string' ? { connectionString: projectorUrl } : projectorUrl;
  const pool = new pg.Pool({
    application_name: 'plimsoll projector',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: PLANS_ARE_GOOD_S,
    max,
    ...config,
    options:
      '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c plan_cache_mode=force_generic_plan -c timezone=UTC',
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Opens a single connection for a projector that is never replaced until the pool ends: its temporary tables shadow the
 * followed ones, and on a new connection the same statements would change the live tables.
 */
export function openProjectorSession(projectorUrl: string, applicationName = 'plimsoll projector'): pg.Pool {
  return openProjectorPool(
    { connectionString: projectorUrl, application_name: applicationName, idleTimeoutMillis: 0, maxLifetimeSeconds: 0 },
    1,
  );
}

/**
 * Keeps read models at the head of every tenant's log. Any number may run: of two that take the same page, one commits.
 */
export class ProjectionRunner {
  readonly #options: RunnerOptions;
  readonly #checkpoints: Checkpoints;
  readonly #turns = new Turns();
  readonly #inARow = new ParkedInARow();
  readonly #halted = new Map<string, Halted>();
  readonly #listeners = new Set<OnMoved>();
  readonly #resting = new Set<() => void>();
  /** Generations whose checkpoints have been read. */
  #followed: ReadonlyMap<string, Followed> = new Map();
  /** Generations that an earlier run halted and that have not taken an event since. */
  readonly #previouslyHalted = new Set<string>();
  #looking: { readonly found: Promise<void>; readonly until: number } | undefined;
  /** What the lanes share of the log between two wake-ups. */
  readonly #shared: SharedLog;
  #wakes = 0;
  /** Lanes that had nothing to do since the start. */
  readonly #ahead = new Set<Lane>();
  #isAtHead = Promise.withResolvers<void>();
  #stopping = new AbortController();
  #running: Promise<unknown> | undefined;
  #unwatch: (() => Promise<void>) | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#checkpoints = options.checkpoints ?? new Checkpoints();
    this.#shared = new SharedLog(options.log, (options.pollMs ?? POLL_MS) / 2);
  }

  /**
   * Starts following the log. Once it has reached the heads, it replays what an older version of the product parked.
   */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#ahead.clear();
    this.#isAtHead = Promise.withResolvers<void>();
    const { signal } = this.#stopping;
    this.#running = Promise.all([...lanes.map((lane) => this.#follow(lane, signal)), this.#replayInTime(signal)]);
    this.#unwatch = await this.#options.log
      .watch(() => this.#wake())
      .catch((error: unknown) => {
        this.#options.onError?.(error);
        return undefined;
      });
  }

  /** Stops after the current transactions. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#isAtHead.resolve();
    this.#wake();
    await this.#running;
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** Calls a listener when a generation moves. @returns a function that removes it. */
  onMoved(listener: OnMoved): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Names of the read models that this process no longer follows, because they could not take any event. */
  get halted(): readonly string[] {
    return [...new Set(this.haltedGenerations.map(({ readModel }) => readModel))];
  }

  get haltedGenerations(): readonly Halted[] {
    return [...this.#halted.values()];
  }

  /**
   * Works until every read model has reached the heads as of the call, except those that halt. Throws errors that
   * `start` would retry.
   */
  async catchUp(): Promise<void> {
    this.#followed = new Map();
    const { signal } = this.#stopping;
    // Read once: heads that keep moving would never be reached.
    const heads = await this.#options.log.heads();
    for (;;) {
      await this.#look();
      const behind = backlogsOf(heads, this.#following(), this.#checkpoints);
      if (behind.length === 0 || signal.aborted) return;
      await this.#take(this.#options.log, behind, this.#options.pageSize ?? PAGE_SIZE, 2, signal);
    }
  }

  /** Replays parked streams in order: all, or those of a tenant or a read model. */
  async replayParked(only: { projection?: string; tenant?: string; dueOnly?: boolean } = {}): Promise<Replay> {
    if (this.#followed.size === 0) await this.#look();
    const projections = [...this.#followed.values()].map(({ projection }) => projection);
    return this.#withClients(1, ([client]) =>
      replayParkedStreams(client!, { projections, log: this.#options.log }, only),
    );
  }

  async #follow(lane: Lane, signal: AbortSignal): Promise<void> {
    const pageSize = Math.min(this.#options.pageSize ?? Infinity, lanePages[lane]);
    for (let attempt = 0; !signal.aborted; ) {
      const wakes = this.#wakes;
      try {
        await this.#lookIfDue();
        const backlogs = this.#turns.next(lane, await this.#shared.heads(), this.#following(), this.#checkpoints);
        try {
          // A lane that is far behind reads pages that no other lane needs.
          const log = lane === 'CATCH_UP' ? this.#options.log : this.#shared;
          if (backlogs.length > 0) await this.#take(log, backlogs, pageSize, laneConnections[lane], signal);
        } finally {
          this.#turns.done(backlogs);
        }
        // What has come near its head now belongs to the other lanes.
        if (lane === 'CATCH_UP' && backlogs.length > 0) this.#wake();
        attempt = 0;
        if (backlogs.length > 0) continue;
        this.#ahead.add(lane);
        if (this.#ahead.has('AUTHORIZATION') && this.#ahead.has('LIVE')) this.#isAtHead.resolve();
        await this.#rest(wakes, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#followed = new Map();
        this.#looking = undefined;
        this.#options.onError?.(error);
        await backOff(++attempt, signal);
      }
    }
  }

  /** Replays everything once the runner has reached the heads; then what is due. */
  async #replayInTime(signal: AbortSignal): Promise<void> {
    await this.#isAtHead.promise;
    for (let isFirst = true; !signal.aborted; ) {
      try {
        await this.replayParked({ dueOnly: !isFirst });
        isFirst = false;
      } catch (error) {
        this.#options.onError?.(error);
      }
      await sleep(REPLAY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #wake(): void {
    this.#wakes++;
    this.#shared.forget();
    for (const wake of this.#resting) wake();
  }

  /** Waits for a wake-up since `wakes` was read, or for the polling interval. */
  async #rest(wakes: number, signal: AbortSignal): Promise<void> {
    if (this.#wakes !== wakes) return;
    const pause = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resting.add(resolve);
    await Promise.race([
      promise,
      sleep(this.#options.pollMs ?? POLL_MS, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(
        () => undefined,
      ),
    ]);
    this.#resting.delete(resolve);
    pause.abort();
  }

  #following(): Followed[] {
    return [...this.#followed.values()].filter(({ projection }) => !this.#inARow.isHalted(projection.name));
  }

  #lookIfDue(): Promise<void> {
    if (this.#looking && performance.now() < this.#looking.until) return this.#looking.found;
    return this.#look();
  }

  /** Finds the followed generations and the checkpoints of new ones. Shared by the lanes. */
  #look(): Promise<void> {
    const looking = { found: this.#find(), until: performance.now() + SETS_ARE_GOOD_MS };
    this.#looking = looking;
    return looking.found;
  }

  async #find(): Promise<void> {
    const { pool, projections } = this.#options;
    const standing =
      this.#options.sets?.map((generation) => ({ ...generation, active: true, haltedAt: null })) ??
      (await followedGenerations(pool));
    const followed = new Map<string, Followed>();
    const added: string[] = [];
    for (const { active, haltedAt, ...generation } of standing) {
      const name = generationName(generation);
      const readModel = projections.find(
        (each) => each.name === generation.readModel && each.version === generation.version,
      );
      if (!readModel) continue;
      const known = this.#followed.get(name);
      if (!known) added.push(name);
      if (!known && haltedAt !== null && !this.#halted.has(name)) {
        this.#previouslyHalted.add(name);
        this.#inARow.expectError(name);
      }
      followed.set(name, { projection: known?.projection ?? projectInto(readModel, generation), active });
    }
    if (added.length > 0 && !this.#options.checkpoints) await this.#checkpoints.load(pool, added);
    this.#followed = followed;
  }

  /** Takes backlogs, batch by batch. */
  async #take(
    log: Source,
    backlogs: readonly Backlog[],
    pageSize: number,
    connections: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { pool, writeNew } = this.#options;
    const commit = (client: Client, works: readonly PageWork[]) => commitOrPark(client, works, this.#inARow, writeNew);
    const overtaken = new Set<string>();
    // Number of events taken, and that number when plans were last discarded.
    let [taken, planned] = [0, 0];
    await this.#withClients(connections, async (clients) => {
      for await (const batch of pageBatches(log, backlogs, pageSize)) {
        if (signal.aborted) return;
        if (taken > planned * PLANS_ARE_GOOD_FOR) {
          planned = taken;
          await Promise.all(clients.map((client) => client.query('discard plans')));
        }
        taken += batch.reduce((most, { events }) => Math.max(most, events.length), 0);
        const works = batch.filter(({ tenant }) => !overtaken.has(tenant));
        const committed = await commitInParallel(clients, works, commit);
        for (const { tenant } of committed.stale) overtaken.add(tenant);
        this.#tell(committed);
        await this.#note(clients[0]!, committed);
      }
    });
    if (overtaken.size > 0) {
      // Another projector is working, or the generation was dropped: wait a moment and continue from the current
      // checkpoints.
      await sleep(20 + Math.random() * 80, undefined, { signal }).catch(() => undefined);
      await this.#checkpoints.load(pool, [...this.#followed.keys()], [...overtaken]);
      await this.#look();
    }
  }

  #tell({ moved }: Committed): void {
    for (const { projection, tenant, to } of moved) {
      this.#checkpoints.moved(projection.name, tenant, to);
      for (const listener of this.#listeners) listener(tenant, projection.name, to);
    }
  }

  /** Stores which read models halted, and which of the halted ones continue. */
  async #note(client: Client, { took, halted }: Committed): Promise<void> {
    for (const { projection, reason } of halted) {
      if (this.#halted.has(projection.name)) continue;
      this.#halted.set(projection.name, {
        readModel: projection.generation.readModel,
        generation: projection.name,
        since: new Date(),
        reason,
      });
      this.#options.onError?.(new Error(`${projection.name} halted: ${reason}`));
      await client.query('update read_model_sets set halted_at = clock_timestamp(), halted_why = $2 where name = $1', [
        projection.name,
        reason.slice(0, 2_000),
      ]);
    }
    for (const name of took) {
      if (!this.#previouslyHalted.delete(name)) continue;
      await client.query('update read_model_sets set halted_at = null, halted_why = null where name = $1', [name]);
    }
  }

  /** @param most number of connections; fewer if the pool would have none left for others. */
  async #withClients<T>(most: number, work: (clients: readonly Client[]) => Promise<T>): Promise<T> {
    const { pool } = this.#options;
    const clients: pg.PoolClient[] = [];
    try {
      while (clients.length < Math.max(1, Math.min(most, (pool.options.max ?? 1) - 1)))
        clients.push(await pool.connect());
      const result = await work(clients);
      for (const client of clients) client.release();
      return result;
    } catch (error) {
      for (const client of clients) client.release(true);
      throw error;
    }
  }
}

/** Finds everything to read, grouped by read models at the same position. */
function backlogsOf(
  heads: readonly { readonly tenant: string; readonly position: Position }[],
  followed: readonly Followed[],
  checkpoints: Checkpoints,
): Backlog[] {
  return heads.flatMap(({ tenant, position: head }) => {
    const behind = followed.filter(({ projection }) => checkpoints.positionOf(projection.name, tenant) < head);
    const groups = Map.groupBy(behind, ({ projection }) => checkpoints.positionOf(projection.name, tenant));
    return [...groups].map(([from, group]) => ({
      tenant,
      from,
      head,
      projections: group.map(({ projection }) => projection),
    }));
  });
}
