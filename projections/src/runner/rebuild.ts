import type { EventStore } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { Checkpoints } from './checkpoints.ts';
import { isPoison } from './commit-or-park.ts';
import { commitPages } from './commit-pages.ts';
import { copyRows } from './copy-rows.ts';
import { pageBatches } from './page-batches.ts';
import type { Client, PageWork } from './page-work.ts';
import type { Projection } from './projection.ts';
import { addKeys, completeRebuiltTables, dropRebuiltTables, makeRebuiltTables, REBUILT, switchToRebuilt } from './rebuilt-tables.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';
import { sharesOf } from './share-batch.ts';

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
  if (options.projections.length === 0) return;
  const admins = [new pg.Client({ connectionString: options.adminUrl }), new pg.Client({ connectionString: options.adminUrl })] as const;
  const pool = openProjectorPool({ connectionString: options.projectorUrl }, 3, `${REBUILT}, public`);
  try {
    for (const admin of admins) await admin.connect();
    await rebuildBeside(options, admins, pool);
  } finally {
    await Promise.all([...admins.map((admin) => admin.end()), pool.end()]);
  }
}

async function rebuildBeside(options: RebuildOptions, admins: readonly [pg.Client, ...pg.Client[]], pool: pg.Pool): Promise<void> {
  const { projections } = options;
  const tables = projections.flatMap((projection) => projection.tables.map(({ name }) => name));
  const [admin] = admins;
  await admin.query(`select pg_advisory_lock(hashtextextended('plimsoll rebuild', 0))`);
  try {
    const completions = await makeRebuiltTables(admin, tables);
    await takeFirstPages(options, pool);
    await addKeys(admins, completions);
    await new ProjectionRunner({ pageSize: PAGE_SIZE, ...options, pool, writeNew: copyRows }).catchUp();
    await completeRebuiltTables(admins, completions);
    await switchToRebuilt(admin, tables, projections.map(({ name }) => name));
  } catch (fault) {
    await dropRebuiltTables(admin).catch(() => undefined);
    throw fault;
  }
}

/** Before a tenant's first page there are no rows of it to be found, so the tables need no keys yet. */
async function takeFirstPages({ log, projections, pageSize = PAGE_SIZE }: RebuildOptions, pool: pg.Pool): Promise<void> {
  const backlogs = new Checkpoints(projections).backlogs(await log.heads()).map((backlog) => ({ ...backlog, head: Math.min(backlog.head, pageSize) }));
  const shares = sharesOfBatches(pageBatches(log, backlogs, pageSize));
  const takeOn = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      for (let share = await shares.next(); !share.done; share = await shares.next()) await copyOrLeave(client, share.value);
    } catch (fault) {
      void shares.return(undefined);
      throw fault;
    } finally {
      client.release(true);
    }
  };
  const failed = (await Promise.allSettled([takeOn(), takeOn()])).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** No page here waits for another one, so nobody waits for the end of a batch. */
async function* sharesOfBatches(batches: AsyncIterable<readonly PageWork[]>): AsyncGenerator<readonly PageWork[]> {
  for await (const batch of batches) yield* sharesOf(batch);
}

/** Pages with an event that cannot be taken stay for the runner, which sets it aside. */
async function copyOrLeave(client: Client, works: readonly PageWork[]): Promise<void> {
  try {
    await commitPages(client, works, copyRows);
  } catch (fault) {
    if (!isPoison(fault)) throw fault;
  }
}
