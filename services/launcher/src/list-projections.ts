import { listParkedStreams } from '@plimsoll/projections/runner/parked-events';
import { openProjectorPool } from '@plimsoll/projections/runner/run-projections';
import type { Workplace } from './workplace.ts';

interface Progress {
  readonly projection: string;
  readonly tenants: number;
  readonly behind: number;
  readonly parked: number;
  readonly updated_at: Date;
}

/** A line for each read model: in how many organizations it stands, how many events it is behind, how many are set aside. */
export async function listProjections({ database }: Workplace): Promise<number> {
  const pool = openProjectorPool(database.projectorUrl, 1);
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Progress>(`
      select projection, count(*)::integer as tenants, sum(greatest(h.position - c.position, 0))::float8 as behind,
             sum(parked)::integer as parked, max(updated_at) as updated_at
      from projection_checkpoints c join tenant_heads h using (tenant)
      group by projection order by projection`);
    if (rows.length === 0) console.log('No read model has begun yet');
    const width = Math.max(0, ...rows.map(({ projection }) => projection.length));
    for (const row of rows) {
      console.log(`${row.projection.padEnd(width)}  ${row.tenants} organizations  ${row.behind} behind  ${row.parked} set aside  ${row.updated_at.toISOString()}`);
    }
    for (const parked of await listParkedStreams(client)) {
      console.log(`set aside: ${parked.projection}  ${parked.tenant}  ${parked.kind} ${parked.stream} from position ${parked.position} (${parked.events} events, ${parked.attempts} attempts): ${parked.type}: ${parked.reason}`);
    }
    return 0;
  } finally {
    client.release();
    await pool.end();
  }
}
