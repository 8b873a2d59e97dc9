import { randomUUID } from 'node:crypto';
import { incidentReported } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { openProjectorPool, ProjectionRunner } from './run-projections.ts';

const EVENTS = 5_000;
const PAGE = 250;
/** Rows of a table read per event; with the plans of the first page it would be half of all pages, nearly ten. */
const MAX_READ = 4;

test('what is caught up from nothing is found by its keys on every page, however large the tables have become meanwhile', async () => {
  const log = await TestEventLog.open(projections);
  try {
    const tenant = randomUUID();
    for (let count = 0; count < EVENTS; count++)
      await log.tell({ tenant, stream: randomUUID(), event: incidentReported() });
    const pool = openProjectorPool(log.database.projectorUrl);
    await new ProjectionRunner({ projections, log: log.store, pool, pageSize: PAGE }).catchUp();
    // Statistics of a session are counted when it ends.
    await pool.end();
    const rows = await log.asAdmin(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read, n_tup_ins as inserted from pg_stat_user_tables where relname ~ '^incident_list_v'`,
    );
    expect(rows.map(({ inserted }) => Number(inserted))).toEqual([EVENTS]);
    expect(Number(rows[0]!['read']) / EVENTS).toBeLessThan(MAX_READ);
  } finally {
    await log.close();
  }
});
