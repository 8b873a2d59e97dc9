import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Position } from '@plimsoll/event-store/port/event-store';
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

export interface RunnerOptions {
  readonly projections: readonly ReadModel[];
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  /** As plimsoll_projector; `openProjectorPool` makes one. */
  readonly pool: pg.Pool;
  /** Events in a batch. */
  readonly pageSize?: number;
  /** How often heads and checkpoints are compared when nobody wakes us. */
  readonly pollMs?: number;
  /** Follows these sets of tables, instead of all that stand. */
  readonly sets?: readonly Generation[];
  /** Where these stand, for whoever knows; else the database is asked. */
  readonly checkpoints?: Checkpoints;
  /** How rows are written that are not there yet; by an insert where nothing else is said. */
  readonly writeNew?: WriteNew;
  /** Hears of what went wrong and is being tried again. */
  readonly onFault?: (error: unknown) => void;
}

/** Sets of read models that moved: called after the commit. */
export type OnMoved = (tenant: string, generation: string, position: Position) => void;

/** A read model that could take nothing any more; the others go on. */
export interface Halted {
  readonly readModel: string;
  readonly generation: string;
  readonly since: Date;
  readonly reason: string;
}

const POLL_MS = 250;
const REPLAY_EVERY_MS = 1_000;
/** How long it may go unnoticed that a set stands, or does not any more. */
const SETS_ARE_GOOD_MS = 500;
/**
 * How long a connection, and with it every plan, is kept. A plan made while a table was empty may take any index that begins with
 * the tenant, and would then read all rows of the tenants for every page; statistics, which would have it made anew, take minutes.
 */
const PLANS_ARE_GOOD_S = 10;
/** And while one backlog is taken, by which its connections are kept: until tables may have grown by so much. */
const PLANS_ARE_GOOD_FOR = 1.25;
const PAGE_SIZE = 5_000;
const laneConnections: Record<Lane, number> = { AUTHORIZATION: 1, LIVE: 2, CATCH_UP: 2 };
const lanePages: Record<Lane, number> = { AUTHORIZATION: 500, LIVE: 150, CATCH_UP: 1_000 };

/**
 * Connections for a projector. Its statements are planned for rows that are found by their keys, whatever a table's
 * statistics said when it was empty.
 */
export function openProjectorPool(projectorUrl: string | pg.PoolConfig, max = 6): pg.Pool {
  const config = typeof projectorUrl === 'string' ? { connectionString: projectorUrl } : projectorUrl;
  const pool = new pg.Pool({
    application_name: 'plimsoll projector',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
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
 * One connection for a projector, kept until the pool ends however long it rests or lives: temporary tables belong to it, and
 * stand before those that are followed. With a new one in its place the same statements would mean the live tables.
 */
export function openProjectorSession(projectorUrl: string, applicationName = 'plimsoll projector'): pg.Pool {
  return openProjectorPool(
    { connectionString: projectorUrl, application_name: applicationName, idleTimeoutMillis: 0, maxLifetimeSeconds: 0 },
    1,
  );
}

/** Keeps read models at the head of every tenant's log. Any number may run; of two that take the same page one commits. */
export class ProjectionRunner {
  readonly #options: RunnerOptions;
  readonly #checkpoints: Checkpoints;
  readonly #turns = new Turns();
  readonly #inARow = new ParkedInARow();
  readonly #halted = new Map<string, Halted>();
  readonly #listeners = new Set<OnMoved>();
  readonly #resting = new Set<() => void>();
  /** Sets whose checkpoints have been read. */
  #followed: ReadonlyMap<string, Followed> = new Map();
  /** Sets that another time had halted, and that have taken nothing since. */
  readonly #previouslyHalted = new Set<string>();
  #looking: { readonly found: Promise<void>; readonly until: number } | undefined;
  /** What the lanes share of the log between two wakes. */
  readonly #shared: SharedLog;
  #wakes = 0;
  /** Lanes that had nothing to do, since the start. */
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

  /** Starts following the log; when it has come to the heads, it tries once what an older version of the product had set aside. */
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
        this.#options.onFault?.(error);
        return undefined;
      });
  }

  /** Ends after the transactions at hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#isAtHead.resolve();
    this.#wake();
    await this.#running;
    this.#running = undefined;
    await this.#unwatch?.();
  }

  /** @returns ends it. */
  onMoved(listener: OnMoved): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Names of the read models that this process follows no more, because they could take nothing. */
  get halted(): readonly string[] {
    return [...new Set(this.haltedGenerations.map(({ readModel }) => readModel))];
  }

  get haltedGenerations(): readonly Halted[] {
    return [...this.#halted.values()];
  }

  /** Works until every read model stands where the heads stood when it was called, but for those that halt. Throws what `start` would try again. */
  async catchUp(): Promise<void> {
    this.#followed = new Map();
    const { signal } = this.#stopping;
    // Read once: heads that go on moving would never be reached.
    const heads = await this.#options.log.heads();
    for (;;) {
      await this.#look();
      const behind = backlogsOf(heads, this.#following(), this.#checkpoints);
      if (behind.length === 0 || signal.aborted) return;
      await this.#take(this.#options.log, behind, this.#options.pageSize ?? PAGE_SIZE, 2, signal);
    }
  }

  /** Tries again what was set aside, in order; all of it, or a tenant's or a read model's. */
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
          // What has far to go reads much that no other lane asks for.
          const log = lane === 'CATCH_UP' ? this.#options.log : this.#shared;
          if (backlogs.length > 0) await this.#take(log, backlogs, pageSize, laneConnections[lane], signal);
        } finally {
          this.#turns.done(backlogs);
        }
        // What has come near its head is the others' from now on.
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
        this.#options.onFault?.(error);
        await backOff(++attempt, signal);
      }
    }
  }

  /** First everything that is set aside, once the log has been followed to its heads; then what is due to be tried again. */
  async #replayInTime(signal: AbortSignal): Promise<void> {
    await this.#isAtHead.promise;
    for (let isFirst = true; !signal.aborted; ) {
      try {
        await this.replayParked({ dueOnly: !isFirst });
        isFirst = false;
      } catch (error) {
        this.#options.onFault?.(error);
      }
      await sleep(REPLAY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #wake(): void {
    this.#wakes++;
    this.#shared.forget();
    for (const wake of this.#resting) wake();
  }

  /** Until somebody wakes us who had not before `wakes` was read, or it is time to look by ourselves. */
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

  /** Finds out which sets stand, and where those are that it did not know. The lanes share it. */
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
    // How many events were taken, and by when the plans were made last.
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
      // Another projector is at work, or the set is gone: leave it a moment, then go on from where it is.
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

  /** Writes down which read models halted, and which go on that had. */
  async #note(client: Client, { took, halted }: Committed): Promise<void> {
    for (const { projection, reason } of halted) {
      if (this.#halted.has(projection.name)) continue;
      this.#halted.set(projection.name, {
        readModel: projection.generation.readModel,
        generation: projection.name,
        since: new Date(),
        reason,
      });
      this.#options.onFault?.(new Error(`${projection.name} halted: ${reason}`));
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

  /** @param most so many connections, as far as the pool has others besides. */
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

/** All that is to be read, with read models that stand at the same place together. */
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
