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

export interface RebuildOptions {
  /** May make tables and drop them. */
  readonly adminUrl: string;
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly ReadModel[];
  readonly pageSize?: number;
  /** With it a second thread takes part, which reads the log for itself; only for the product's own read models. 32 bytes. */
  readonly sealingKey?: Uint8Array;
}

export interface Rebuilt {
  /** How many events at the beginnings of the tenants' logs each thread took; all later ones are taken by the first. */
  readonly eventsByThread: readonly number[];
  /** The sets that were filled, as their checkpoints are called. */
  readonly sets: readonly string[];
}

/** Larger than a projector's that follows the log: nobody waits for a page, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/** A second thread takes half a second until it is as fast as the first. */
const PAGES_WORTH_A_THREAD = 5;

/**
 * Folds the whole log anew into fresh sets of tables beside those that answer, which nothing touches. Afterwards both are
 * followed, can be compared (`diffReadModels`) and switched between (`switchReadModels`). A set that stood beside the one
 * that answers is dropped meanwhile. Bare tables are filled by COPY, and keys and indexes made afterwards: a quarter
 * of what filling the live ones costs. When it fails, what it made is dropped; what a killed one left, the next removes.
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

/** Of each read model the newest version that this product has. */
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
      // What is left is what came meanwhile.
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
 * The threads share the tenants, a portion after the other; when one fails, nobody gets another portion. The first ones are
 * read while the tables are made.
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
  // It may fail before a page is there that waits for it; whoever makes the tables says so.
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
