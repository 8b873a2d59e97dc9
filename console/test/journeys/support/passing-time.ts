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

/** Changes the rows of a read model, in each generation of its table. */
async function changeRows(table: string, change: string, values: readonly unknown[]): Promise<void> {
  const client = await ownDatabase();
  try {
    const { rows } = await client.query<{ name: string }>('select unnest(tables) as name from read_model_sets');
    const pattern = new RegExp(`^${table}_v\\d+$`);
    for (const { name } of rows.filter((row) => pattern.test(row.name)))
      await client.query(`update ${name} ${change}`, [...values]);
  } finally {
    await client.end();
  }
}

/** Lets hours pass for an event that is with its reporter, without changing the time for anything else. */
export const letPass = (hours: number, eventId: string): Promise<void> =>
  changeRows(
    'notification',
    'set came_to_reporter_at = came_to_reporter_at - make_interval(hours => $1) where incident_guid = $2',
    [hours, eventId],
  );

/** Lets days pass for the due date of a corrective action, or for its check, in lists and in the bell. */
export const letDaysPass = (days: number, taskGuid: string): Promise<void> =>
  changeRows(
    'task',
    'set due_date = due_date - $1::integer, verify_by = verify_by - $1::integer where task_guid = $2',
    [days, taskGuid],
  );

/** Moves a setting of an organization's limits of a year, by its revision, to another moment in what charts read. */
export async function moveLimitSetting(
  organizationGuid: string,
  year: number,
  revision: number,
  at: string,
): Promise<void> {
  const values = [organizationGuid, year, revision, at];
  await changeRows('limit_setting', 'set set_at = $4 where tenant = $1 and year = $2 and revision = $3', values);
  await changeRows(
    'load_line',
    `set changes = jsonb_set(changes, '{trif,at}', to_jsonb($4::text)) where tenant = $1 and year = $2 and revision = $3`,
    values,
  );
}
