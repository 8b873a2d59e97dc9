import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { copyRows } from './copy-rows.ts';
import type { AnyTable, ColumnType } from '../tables/table.ts';
import { inserting, UnwritableValue } from '../tables/table-statements.ts';

const tenant = '01990000-0000-7000-8000-00000000000a';
const guid = '0199FFFF-abcd-7000-8000-0123456789Ab';
const values: Record<Exclude<ColumnType, 'numeric'>, readonly unknown[]> = {
  uuid: [guid, null],
  text: [
    '',
    'plain',
    'naïve',
    '\u{1F9BA} vest',
    'a\0b',
    'x'.repeat(41),
    `${'é\0'.repeat(300)}`,
    'y'.repeat(700_000),
    '\ud800 alone',
    null,
  ],
  integer: [0, -1, 2 ** 31 - 1, 1 - 2 ** 31, null],
  bigint: [0, -1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null],
  boolean: [true, false, null],
  date: ['2026-02-28', '2024-02-29', '1999-12-31', '1969-07-20', '9999-12-31', null],
  timestamptz: [
    '2026-07-01T12:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '1969-07-20T20:17:40Z',
    '2026-07-01T12:00:00.5Z',
    new Date(123_456_789),
    null,
  ],
  jsonb: [{}, [], { name: 'naïve "quoted"', list: [1, null, true] }, null],
  'text[]': [[], ['one'], ['a"b', 'c,d', '', '\u{1F9BA}', 'nul\0'], null],
  'uuid[]': [[], [guid, tenant], null],
};

const columns = Object.fromEntries(
  Object.keys(values).map((type) => [`a_${type.replace('[]', '_list')}`, type as ColumnType]),
);
const table = (name: string, more: Record<string, ColumnType> = {}) =>
  ({ name, key: [], columns: { ...columns, ...more } }) as unknown as AnyTable;
const most = Math.max(...Object.values(values).map(({ length }) => length));
const rows = Array.from({ length: most }, (_, at) =>
  Object.fromEntries(
    Object.entries(values).map(([type, list]) => [`a_${type.replace('[]', '_list')}`, list[at % list.length]]),
  ),
);
const written = { tenants: rows.map(() => tenant), rows };

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const name of ['copied', 'inserted']) {
    await client.query(
      `create table ${name} (tenant uuid, ${Object.entries(columns)
        .map(([column, type]) => `${column} ${type}`)
        .join(', ')}, amount numeric)`,
    );
  }
});
afterEach(() => client.query('truncate copied, inserted'));
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const contentOf = async (name: string) =>
  (await client.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row);

test('COPY writes what an insert writes', async () => {
  await copyRows(client, table('copied'), written);
  await client.query(inserting(table('inserted'), written));
  expect(await contentOf('copied')).toEqual(await contentOf('inserted'));
  expect(await contentOf('copied')).toHaveLength(most);
});

test('a table with decimals is written as well', async () => {
  await copyRows(client, table('copied', { amount: 'numeric' }), {
    tenants: [tenant],
    rows: [{ ...rows[0], amount: '16000.25' }],
  });
  expect((await client.query('select amount from copied')).rows).toEqual([{ amount: '16000.25' }]);
});

test.each([
  ['a_uuid', 'nobody'],
  ['a_integer', 1.5],
  ['a_integer', 2 ** 31],
  ['a_bigint', 2 ** 53],
  ['a_boolean', 'yes'],
  ['a_date', '2026-02-30'],
  ['a_date', 'erased'],
  ['a_timestamptz', 'yesterday'],
  ['a_uuid_list', ['nobody']],
])('what is no %s is refused before anything is sent: %s', async (column, value) => {
  await expect(
    copyRows(client, table('copied'), { tenants: [tenant], rows: [{ ...rows[0], [column]: value }] }),
  ).rejects.toThrow(UnwritableValue);
  expect(await contentOf('copied')).toEqual([]);
});

test('a row that the database refuses is its error, and the connection continues', async () => {
  await client.query('create unique index copied_once on copied (tenant)');
  await expect(copyRows(client, table('copied'), written)).rejects.toMatchObject({ code: '23505' });
  await expect(copyRows(client, table('nowhere'), written)).rejects.toMatchObject({ code: '42P01' });
  expect(await contentOf('copied')).toEqual([]);
});
