import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import { firstGeneration, tableName } from './generation.ts';

let log: TestEventLog;
beforeAll(async () => void (log = await TestEventLog.open(projections)));
afterAll(() => log?.close());

test('every table with a tenant is under forced row-level security, and the application may only read it', async () => {
  const tables = await log.asAdmin(
    `
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      has_table_privilege('plimsoll_app', c.oid, 'insert') or has_table_privilege('plimsoll_app', c.oid, 'update')
        or has_table_privilege('plimsoll_app', c.oid, 'delete') or has_table_privilege('plimsoll_app', c.oid, 'truncate') as app_writes,
      pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = any ($1) or c.relname in ('projection_checkpoints', 'parked_events'))`,
    [projections.flatMap((readModel) => readModel.tables.map((table) => tableName(table, firstGeneration(readModel))))],
  );
  expect(tables).toHaveLength(projections.flatMap((projection) => projection.tables).length + 2);
  expect(tables.filter(({ forced, app_writes, owner }) => !forced || app_writes || owner !== 'plimsoll_owner')).toEqual(
    [],
  );
});
