import type pg from 'pg';

/**
 * Every row of every table of a database as text, prefixed with the table's name; for tests that search all data.
 * @param client of the database's owner.
 */
export async function everyRow(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^pg_' and schemaname <> 'information_schema' order by 1",
  );
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(
      ...(await client.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(
        ({ row }) => `${name}: ${row}`,
      ),
    );
  return rows;
}
