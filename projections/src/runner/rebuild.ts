import type { EventStore } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { copyRows } from './copy-rows.ts';
import { portionsOf, takeFirstPages } from './first-pages.ts';
import type { Projection } from './projection.ts';
import { addKeys, completeRebuiltTables, dropRebuiltTables, makeRebuiltTables, switchToRebuilt } from './rebuilt-tables.ts';
import { openRebuildPool, ProjectionRunner } from './run-projections.ts';
import { takeInSecondThread } from './second-thread.ts';

export interface RebuildOptions {
  /** May make tables and drop them. */
  readonly adminUrl: string;
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly Projection[];
  readonly pageSize?: number;
  /** With it a second thread takes part, which reads the log for itself; only for the product's own read models. 32 bytes. */
  readonly sealingKey?: Uint8Array;
}

export interface Rebuilt {
  /** How many events at the beginnings of the tenants' logs each thread took; all later ones are taken by the first. */
  readonly eventsByThread: readonly number[];
}

/** Larger than a projector's that follows the log: nobody waits for a page, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/** A second thread takes half a second until it is as fast as the first. */
const PAGES_WORTH_A_THREAD = 5;

/**
 * Folds the whole log anew into tables beside the live ones, which then take their place in one transaction: reads find
 * the old rows until they find the new ones, and a projector follows the old tables until it finds itself fenced off.
 * Bare tables are filled by COPY, and keys and indexes made afterwards: a quarter of what filling the live ones costs.
 * When it fails, everything is as it was. What a killed one left is removed by the next.
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<Rebuilt> {
  if (options.projections.length === 0) return { eventsByThread: [] };
  const admins = [new pg.Client({ connectionString: options.adminUrl }), new pg.Client({ connectionString: options.adminUrl })] as const;
  const pool = openRebuildPool(options.projectorUrl);
  try {
    for (const admin of admins) await admin.connect();
    return await rebuildBeside(options, admins, pool);
  } finally {
    await Promise.all([...admins.map((admin) => admin.end()), pool.end()]);
  }
}

async function rebuildBeside(options: RebuildOptions, admins: readonly [pg.Client, ...pg.Client[]], pool: pg.Pool): Promise<Rebuilt> {
  const { projections } = options;
  const tables = projections.flatMap((projection) => projection.tables.map(({ name }) => name));
  const [admin] = admins;
  await admin.query(`select pg_advisory_lock(hashtextextended('plimsoll rebuild', 0))`);
  try {
    const making = makeRebuiltTables(admin, tables);
    const [made, filled] = await Promise.allSettled([making, fillTables(options, pool, making)]);
    if (made.status === 'rejected') throw made.reason;
    if (filled.status === 'rejected') throw filled.reason;
    const completions = made.value;
    await addKeys(admins, completions);
    await new ProjectionRunner({ pageSize: PAGE_SIZE, ...options, pool, writeNew: copyRows }).catchUp();
    await completeRebuiltTables(admins, completions);
    await switchToRebuilt(admin, tables, projections.map(({ name }) => name));
    return { eventsByThread: filled.value };
  } catch (fault) {
    await dropRebuiltTables(admin).catch(() => undefined);
    throw fault;
  }
}

/**
 * The threads share the tenants, a portion after the other; when one fails, nobody gets another portion. They get ready
 * while the tables are made. Answers how many events each took.
 */
async function fillTables({ log, projections, projectorUrl, sealingKey, pageSize = PAGE_SIZE }: RebuildOptions, pool: pg.Pool, made: Promise<unknown>): Promise<number[]> {
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
  const threads = [takeFirstPages({ log, projections, pool, pageSize }, next).catch(stopAll)];
  if (sealingKey && heads.reduce((sum, { position }) => sum + position, 0) >= pageSize * PAGES_WORTH_A_THREAD) {
    const names = projections.map(({ name }) => name);
    threads.push(takeInSecondThread({ projectorUrl, sealingKey, projections: names, pageSize }, next).catch(stopAll));
  }
  const ended = await Promise.allSettled(threads);
  return ended.map((thread) => {
    if (thread.status === 'rejected') throw thread.reason;
    return thread.value;
  });
}
