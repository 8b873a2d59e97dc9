import type { EventStore } from '@plimsoll/event-store/port/event-store';
import pg from 'pg';
import { Checkpoints } from '../follow/checkpoints.ts';
import { portionsOf, takeFirstPages } from './first-pages.ts';
import { copying, type WriteNew } from '../follow/page-folds.ts';
import { projectInto, generationName } from '../tables/generation.ts';
import type { ReadModel } from '../tables/read-model.ts';
import {
  addKeys,
  addKeysAndComplete,
  completeGenerations,
  dropUnfinished,
  createGenerations,
  dropGenerations,
  inactiveGenerations,
  markFollowed,
  type RebuiltGeneration,
} from '../generations/rebuilt-generations.ts';
import { openProjectorPool, ProjectionRunner } from '../follow/run-projections.ts';
import { rebuildInWorker } from './rebuild-worker.ts';
import { inserting } from '../tables/table-statements.ts';

/** Options of `rebuildReadModels`. */
export interface RebuildOptions {
  /** May create and drop tables. */
  readonly adminUrl: string;
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly ReadModel[];
  readonly pageSize?: number;
  /** If set, a worker thread takes part and reads the log itself; only for the product's own read models. 32 bytes. */
  readonly sealingKey?: Uint8Array;
}

/** The result of a rebuild. */
export interface Rebuilt {
  /** How many events of the first pages each thread took; the first thread takes all later ones. */
  readonly eventsByThread: readonly number[];
  /** Names of the filled generations. */
  readonly sets: readonly string[];
}

/** Larger than for following the log: nothing waits for a page, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/** A worker thread needs half a second to become as fast as the first. */
const PAGES_WORTH_A_THREAD = 5;

/**
 * Folds the whole log into new generations next to the active ones, which stay untouched. Afterwards both are followed,
 * and can be compared (`diffReadModels`) and switched (`switchReadModels`). Existing inactive generations are dropped
 * meanwhile. Bare tables are filled by COPY before keys and indexes are created: a quarter of the cost of filling
 * indexed ones. If it fails, it drops what it created; the next rebuild removes what a killed one left behind.
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<Rebuilt> {
  if (options.projections.length === 0) return { eventsByThread: [], sets: [] };
  const admins = [
    new pg.Client({ connectionString: options.adminUrl }),
    new pg.Client({ connectionString: options.adminUrl }),
  ] as const;
  const pool = openProjectorPool(options.projectorUrl, 3);
  try {
    for (const admin of admins) await admin.connect();
    return await rebuildBeside(options, admins, pool);
  } finally {
    await Promise.all([...admins.map((admin) => admin.end()), pool.end()]);
  }
}

/** The newest known version of each read model. */
const newest = (projections: readonly ReadModel[]): ReadModel[] =>
  [...Map.groupBy(projections, ({ name }) => name).values()].map((versions) =>
    versions.reduce((one, other) => (other.version > one.version ? other : one)),
  );

async function rebuildBeside(
  options: RebuildOptions,
  admins: readonly [pg.Client, pg.Client],
  pool: pg.Pool,
): Promise<Rebuilt> {
  const readModels = newest(options.projections);
  const [admin, another] = admins;
  await admin.query(`select pg_advisory_lock(hashtextextended('plimsoll rebuild', 0))`);
  try {
    await dropUnfinished(admin, readModels);
    const others = await inactiveGenerations(admin, readModels);
    const making = createGenerations(admin, readModels);
    const filling = fillTables(options, pool, making);
    for (const each of await Promise.allSettled([making, filling, dropGenerations(another, others)]))
      if (each.status === 'rejected') throw each.reason;
    const rebuilding = await making;
    const sets = rebuilding.map(({ generation }) => generation);
    const { eventsByThread, isWhole, checkpoints } = await filling;
    const runner = (writeNew: WriteNew) =>
      new ProjectionRunner({
        pageSize: PAGE_SIZE,
        ...options,
        projections: readModels,
        sets,
        checkpoints,
        pool,
        writeNew,
      });
    if (isWhole) {
      // Only what arrived meanwhile is left.
      await addKeysAndComplete(admins, rebuilding);
      await runner(inserting).catchUp();
    } else {
      await addKeys(admins, rebuilding);
      await runner(copying).catchUp();
      await completeGenerations(admins, rebuilding);
    }
    await markFollowed(admin, rebuilding);
    return { eventsByThread, sets: sets.map(generationName) };
  } catch (error) {
    await dropUnfinished(admin, readModels).catch(() => undefined);
    throw error;
  }
}

interface Filled {
  readonly eventsByThread: readonly number[];
  /** No log was longer than a page. */
  readonly isWhole: boolean;
  readonly checkpoints: Checkpoints;
}

/**
 * Fills the tables: the threads take portions of tenants in turn; if one fails, no more are handed out. The first
 * portions are read while the tables are created.
 */
async function fillTables(
  { log, projectorUrl, sealingKey, pageSize = PAGE_SIZE }: RebuildOptions,
  pool: pg.Pool,
  made: Promise<readonly RebuiltGeneration[]>,
): Promise<Filled> {
  const heads = await log.heads();
  const portions = portionsOf(heads, pageSize);
  const next = () => portions.shift();
  const stopAll = (error: unknown): never => {
    portions.length = 0;
    throw error;
  };
  const projections = made.then((rebuilding) =>
    rebuilding.map(({ readModel, generation }) => projectInto(readModel, generation)),
  );
  // May reject before anything awaits it; `createGenerations` reports the error.
  projections.catch(() => undefined);
  const threads = [takeFirstPages({ log, projections, pool, pageSize }, async () => next()).catch(stopAll)];
  if (sealingKey && heads.reduce((sum, { position }) => sum + position, 0) >= pageSize * PAGES_WORTH_A_THREAD) {
    threads.push(
      rebuildInWorker(
        { projectorUrl, sealingKey, pageSize },
        next,
        made.then((rebuilding) => rebuilding.map(({ generation }) => generation)),
      ).catch(stopAll),
    );
  }
  const taken = (await Promise.allSettled(threads)).map((thread) => {
    if (thread.status === 'rejected') throw thread.reason;
    return thread.value;
  });
  const checkpoints = new Checkpoints();
  const sets = (await projections).map(({ name }) => name);
  for (const { reached, left } of taken) {
    for (const { tenant, position } of reached)
      for (const generation of sets) checkpoints.moved(generation, tenant, position);
    for (const { tenant, generation } of left) checkpoints.moved(generation, tenant, 0);
  }
  return {
    eventsByThread: taken.map(({ events }) => events),
    isWhole: heads.every(({ position }) => position <= pageSize),
    checkpoints,
  };
}
