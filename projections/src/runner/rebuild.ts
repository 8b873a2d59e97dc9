import type { EventStore } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { copying } from './commit-pages.ts';
import { portionsOf, takeFirstPages } from './first-pages.ts';
import { projectInto, setName } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { addKeys, completeSets, dropUnfinished, makeSets, standUp, type Rebuilding } from './rebuilt-sets.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';
import { takeInSecondThread } from './second-thread.ts';

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
 * that answers is dropped at the beginning. Bare tables are filled by COPY, and keys and indexes made afterwards: a quarter
 * of what filling the live ones costs. When it fails, what it made is dropped; what a killed one left, the next removes.
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<Rebuilt> {
  if (options.projections.length === 0) return { eventsByThread: [], sets: [] };
  const admins = [new pg.Client({ connectionString: options.adminUrl }), new pg.Client({ connectionString: options.adminUrl })] as const;
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
  [...Map.groupBy(projections, ({ name }) => name).values()].map((versions) => versions.reduce((one, other) => (other.version > one.version ? other : one)));

async function rebuildBeside(options: RebuildOptions, admins: readonly [pg.Client, ...pg.Client[]], pool: pg.Pool): Promise<Rebuilt> {
  const readModels = newest(options.projections);
  const [admin] = admins;
  await admin.query(`select pg_advisory_lock(hashtextextended('plimsoll rebuild', 0))`);
  try {
    await dropUnfinished(admin, readModels);
    const making = makeSets(admin, readModels);
    const [made, filled] = await Promise.allSettled([making, fillTables(options, pool, making)]);
    if (made.status === 'rejected') throw made.reason;
    if (filled.status === 'rejected') throw filled.reason;
    const rebuilding = made.value;
    const sets = rebuilding.map(({ set }) => set);
    await addKeys(admins, rebuilding);
    await new ProjectionRunner({ pageSize: PAGE_SIZE, ...options, projections: readModels, sets, pool, writeNew: copying }).catchUp();
    await completeSets(admins, rebuilding);
    await standUp(admin, rebuilding);
    return { eventsByThread: filled.value, sets: sets.map(setName) };
  } catch (fault) {
    await dropUnfinished(admin, readModels).catch(() => undefined);
    throw fault;
  }
}

/**
 * The threads share the tenants, a portion after the other; when one fails, nobody gets another portion. They get ready
 * while the tables are made. Answers how many events each took.
 */
async function fillTables({ log, projectorUrl, sealingKey, pageSize = PAGE_SIZE }: RebuildOptions, pool: pg.Pool, made: Promise<readonly Rebuilding[]>): Promise<number[]> {
  const heads = await log.heads();
  const portions = portionsOf(heads, pageSize);
  const next = async () => {
    await made;
    return portions.shift();
  };
  const stopAll = (fault: unknown): never => {
    portions.length = 0;
    throw fault;
  };
  const projections = made.then((rebuilding) => rebuilding.map(({ readModel, set }) => projectInto(readModel, set)));
  const threads = [projections.then((into) => takeFirstPages({ log, projections: into, pool, pageSize }, next)).catch(stopAll)];
  if (sealingKey && heads.reduce((sum, { position }) => sum + position, 0) >= pageSize * PAGES_WORTH_A_THREAD) {
    threads.push(takeInSecondThread({ projectorUrl, sealingKey, pageSize }, next, made.then((rebuilding) => rebuilding.map(({ set }) => set))).catch(stopAll));
  }
  const ended = await Promise.allSettled(threads);
  return ended.map((thread) => {
    if (thread.status === 'rejected') throw thread.reason;
    return thread.value;
  });
}
