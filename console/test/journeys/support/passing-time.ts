import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const dataDir = join(process.env.PLIMSOLL_DATA_DIR ?? '', 'postgres');

/** Whether the product under test runs an embedded database with accessible files. */
export const hasOwnDatabase = existsSync(join(dataDir, 'password'));

/** Connects to the embedded database of the product under test, as its superuser. */
async function ownDatabase(): Promise<pg.Client> {
  const moved = join(dataDir, 'location');
  const home = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : dataDir;
  const port = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    database: 'plimsoll',
    password: readFileSync(join(dataDir, 'password'), 'utf8').trim(),
  });
  await client.connect();
  return client;
}

/** Lets hours pass for an event that is with its reporter, without changing the time for anything else. */
export async function letPass(hours: number, eventId: string): Promise<void> {
  const client = await ownDatabase();
  try {
    const { rows } = await client.query<{ name: string }>('select unnest(tables) as name from read_model_sets');
    const tables = rows.map(({ name }) => name).filter((name) => /^notification_v\d+$/.test(name));
    for (const table of tables) {
      await client.query(
        `update ${table} set came_to_reporter_at = came_to_reporter_at - make_interval(hours => $1) where incident_guid = $2`,
        [hours, eventId],
      );
    }
  } finally {
    await client.end();
  }
}
