import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { Migration } from '@plimsoll/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

/** Secrets of the stored database, used only for it, and the password of its users. */
export const installation = JSON.parse(fixture('installation.json').toString()) as {
  readonly signingKey: string;
  readonly sealingKey: string;
  readonly password: string;
};

/** Responses of the code that created the database to its admin, by path. */
export const answersBefore = JSON.parse(fixture('answers.json').toString()) as Readonly<Record<string, unknown>>;

interface Rows {
  readonly table: string;
  readonly columns: string;
  /** Each as JSON. */
  readonly rows: readonly string[];
}

const parts = (text: string, mark: string): string[] => text.split(new RegExp(`^-- @${mark} `, 'm')).slice(1);

function read(): { readonly migrations: readonly Migration[]; readonly tables: readonly Rows[] } {
  const text = zstdDecompressSync(fixture('database.txt.zst')).toString();
  const rowsFrom = text.indexOf('\n-- @rows ') + 1;
  const migrations = parts(text.slice(0, rowsFrom), 'migration').map((part): Migration => {
    const end = part.indexOf('\n');
    const [, name, repeatable] = /^(\S+)( \(repeatable\))?$/.exec(part.slice(0, end))!;
    // Each text is followed by a line break.
    return { name: name!, sql: part.slice(end + 1, -1), ...(repeatable && { repeatable: true }) };
  });
  const tables = parts(text.slice(rowsFrom), 'rows').map((part): Rows => {
    const [head, ...rows] = part.trimEnd().split('\n');
    const [, table, columns] = /^(\S+) \((.*)\)$/.exec(head!)!;
    return { table: table!, columns: columns!, rows };
  });
  return { migrations, tables };
}

/** Restores the stored database as the previous version left it: its own migrations, then its rows. */
export async function restoreDatabase(): Promise<TestDatabase> {
  const { migrations, tables } = read();
  const database = await createTestDatabase(migrations);
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    await admin.query("set session_replication_role = 'replica'");
    await admin.query("set timezone to 'UTC'");
    const { rows: made } = await admin.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'jobs', 'payment_sandbox')`,
    );
    // Migrations insert some rows themselves; the stored ones replace them.
    for (const { name } of made) await admin.query(`delete from ${name}`);
    for (const { table, columns, rows } of tables) {
      const names = columns
        .split(', ')
        .map((column) => pg.escapeIdentifier(column))
        .join(', ');
      await admin.query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${table}, $1::json)`,
        [`[${rows.join(',')}]`],
      );
    }
    const { rows: sequences } = await admin.query<{ sequence: string; table: string; column: string }>(
      `select s.oid::regclass::text as sequence, t.oid::regclass::text as table, a.attname as column
       from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') join pg_class t on t.oid = d.refobjid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid where s.relkind = 'S'`,
    );
    for (const { sequence, table, column } of sequences) {
      await admin.query(
        `select setval('${sequence}', greatest(1, (select coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1 from ${table})), false)`,
      );
    }
  } catch (error) {
    await admin.end();
    await database.drop();
    throw error;
  }
  await admin.end();
  return database;
}
