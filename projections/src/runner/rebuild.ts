import type { EventStore } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { Checkpoints } from './checkpoints.ts';
import { isPoison, none } from './commit-or-park.ts';
import { commitPages, type Committed } from './commit-pages.ts';
import { copyRows } from './copy-rows.ts';
import { pageBatches } from './page-batches.ts';
import type { Client, PageWork } from './page-work.ts';
import type { Projection } from './projection.ts';
import { addKeys, completeRebuiltTables, dropRebuiltTables, makeRebuiltTables, REBUILT, switchToRebuilt } from './rebuilt-tables.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';
import { shareBatch } from './share-batch.ts';

export interface RebuildOptions {
  /** May make tables and drop them. */
  readonly adminUrl: string;
  readonly projectorUrl: string;
  readonly log: Pick<EventStore, 'read' | 'readPages' | 'heads' | 'watch'>;
  readonly projections: readonly Projection[];
  readonly pageSize?: number;
}

/** Larger than a projector's that follows the log: nobody waits for a page, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/**
 * Folds the whole log anew into tables beside the live ones, which then take their place in one transaction: reads find
 * the old rows until they find the new ones, and a projector follows the old tables until it finds itself fenced off.
 * Bare tables are filled by COPY, and keys and indexes made afterwards: a quarter of what filling the live ones costs.
 * When it fails, everything is as it was.
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<void> {
  const { adminUrl, projectorUrl, projections } = options;
  const tables = projections.flatMap((projection) => projection.tables.map(({ name }) => name));
  if (tables.length === 0) return;
  const admin = new pg.Client({ connectionString: adminUrl });
  const pool = openProjectorPool({ connectionString: projectorUrl }, 3, `${REBUILT}, public`);
  await admin.connect();
  try {
    await admin.query(`select pg_advisory_lock(hashtextextended('plimsoll rebuild', 0))`);
    await makeRebuiltTables(admin, tables);
    await takeFirstPages(options, pool);
    await addKeys(admin, tables);
    const runner = new ProjectionRunner({ pageSize: PAGE_SIZE, ...options, pool, writeNew: copyRows });
    await runner.catchUp();
    await completeRebuiltTables(admin, tables);
    await switchToRebuilt(admin, tables, projections.map(({ name }) => name));
  } catch (fault) {
    await dropRebuiltTables(admin).catch(() => undefined);
    throw fault;
  } finally {
    await Promise.all([admin.end(), pool.end()]);
  }
}

/** Before a tenant's first page there are no rows of it to be found, so the tables need no keys yet. */
async function takeFirstPages({ log, projections, pageSize = PAGE_SIZE }: RebuildOptions, pool: pg.Pool): Promise<void> {
  const backlogs = new Checkpoints(projections).backlogs(await log.heads()).map((backlog) => ({ ...backlog, head: Math.min(backlog.head, pageSize) }));
  const clients = [await pool.connect(), await pool.connect()];
  try {
    for await (const batch of pageBatches(log, backlogs, pageSize)) await shareBatch(clients, batch, copyOrLeave);
  } finally {
    for (const client of clients) client.release(true);
  }
}

/** Pages with an event that cannot be taken stay for the runner, which sets it aside. */
async function copyOrLeave(client: Client, works: readonly PageWork[]): Promise<Committed> {
  try {
    return await commitPages(client, works, copyRows);
  } catch (fault) {
    if (isPoison(fault)) return none;
    throw fault;
  }
}
