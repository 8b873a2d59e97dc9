import { ToldLog } from '../../test/told-log.ts';
import { projections } from '../projections.ts';

let log: ToldLog;
beforeAll(async () => void (log = await ToldLog.open(projections)));
afterAll(() => log?.close());

test('every table with a tenant is under forced row-level security, and the application may only read it', async () => {
  const tables = await log.asAdmin(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      has_table_privilege('plimsoll_app', c.oid, 'insert') or has_table_privilege('plimsoll_app', c.oid, 'update')
        or has_table_privilege('plimsoll_app', c.oid, 'delete') or has_table_privilege('plimsoll_app', c.oid, 'truncate') as app_writes,
      pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = any ($1) or c.relname in ('projection_checkpoints', 'parked_events'))`,
    [projections.flatMap((projection) => projection.tables.map(({ name }) => name))],
  );
  expect(tables).toHaveLength(projections.flatMap((projection) => projection.tables).length + 2);
  expect(tables.filter(({ forced, app_writes, owner }) => !forced || app_writes || owner !== 'plimsoll_owner')).toEqual([]);
});

test('a read model declares every column that its table has, and leads its key with the tenant', async () => {
  for (const table of projections.flatMap((projection) => projection.tables)) {
    const columns = await log.asAdmin(
      `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [table.name],
    );
    const types: Record<string, string> = { timestamptz: 'timestamp with time zone' };
    const declared = Object.entries(table.columns as Record<string, string>).map(([name, type]) => ({ name, type: types[type] ?? type }));
    expect(columns).toEqual(expect.arrayContaining([{ name: 'tenant', type: 'uuid' }, ...declared]));
    expect(columns).toHaveLength(declared.length + 1);
    const key = await log.asAdmin(
      `select array_agg(a.attname::text order by k.place) as names from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
       where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum`,
      [table.name],
    );
    expect(key[0]!['names']).toEqual(['tenant', ...table.key]);
  }
});
