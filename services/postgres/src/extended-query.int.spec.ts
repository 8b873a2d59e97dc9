import pg from 'pg';
import { int4Array, textArray } from './binary-arrays.ts';
import { isConnectionError, sqlState, ReconnectingClient } from './steady-connection.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let connection: ReconnectingClient;

beforeAll(async () => {
  database = await createTestDatabase([]);
});

beforeEach(() => {
  connection = new ReconnectingClient({ connectionString: database.adminUrl });
});

afterEach(() => connection.close());
afterAll(() => database.drop());

const ECHO = { name: 'echo', text: 'select $1::text, $2::int8, $3::bool, $4::int4[], $5::text[], $6::text' };
const CUT = { name: 'cut', text: 'select length($1::text), right($1::text, 1)' };
const DIVIDE = { name: 'divide', text: 'select 1 / $1::int' };

test('values arrive as they were given, and answers are the text that the server sends', async () => {
  const given = [
    'Zoë fell – 3 m',
    9_007_199_254_740_991,
    true,
    int4Array([7, -7]),
    textArray(['a', null, '{"ü"}']),
    null,
  ] as const;
  expect(await connection.run(ECHO, given)).toEqual([
    ['Zoë fell – 3 m', '9007199254740991', 't', '{7,-7}', '{a,NULL,"{\\"ü\\"}"}', null],
  ]);
});

test('a statement without values, and one with several rows or none', async () => {
  expect(await connection.run({ name: 'series', text: 'select n from generate_series(1, 3) n' }, [])).toEqual([
    ['1'],
    ['2'],
    ['3'],
  ]);
  expect(await connection.run({ name: 'none', text: 'select n from generate_series(1, 0) n' }, [])).toEqual([]);
});

test('a message takes nothing over from the longer one before it, whatever its size', async () => {
  for (const length of [3, 70_000, 5, 3_000_000, 1, 0]) {
    expect(await connection.run(CUT, ['ä'.repeat(length)])).toEqual([[String(length), length > 0 ? 'ä' : '']]);
  }
});

test('a statement that fails leaves the next one whole, and can be run again', async () => {
  const error = await connection.run(DIVIDE, [0]).catch((reason: unknown) => reason);
  expect(sqlState(error)).toBe('22012');
  expect(isConnectionError(error)).toBe(false);
  expect(await connection.run(DIVIDE, [1])).toEqual([['1']]);
});

test('a statement that the server could not plan is planned again when it is repeated', async () => {
  const later = { name: 'later', text: 'select word from made_later' };
  await expect(connection.run(later, [])).rejects.toMatchObject({ code: '42P01' });
  await connection.run({ name: 'make', text: "create table made_later as select 'here' as word" }, []);
  expect(await connection.run(later, [])).toEqual([['here']]);
});

test('a server that disconnects during a statement is a connection error, and the next statement has a new connection', async () => {
  await connection.run(DIVIDE, [1]);
  const error = await connection
    .run({ name: 'end', text: 'select pg_terminate_backend(pg_backend_pid())' }, [])
    .catch((reason: unknown) => reason);
  expect(isConnectionError(error)).toBe(true);
  expect(await connection.run(CUT, ['still there'])).toEqual([['11', 'e']]);
});

test('a server that does not answer in time is given up, and what comes late is nobody’s answer', async () => {
  const hasty = new ReconnectingClient({ connectionString: database.adminUrl, query_timeout: 200 });
  try {
    await expect(hasty.run({ name: 'sleep', text: 'select pg_sleep($1::float8)' }, [5])).rejects.toThrow(/timeout/);
    expect(await hasty.run(CUT, ['next'])).toEqual([['4', 't']]);
  } finally {
    await hasty.close();
  }
});

test('a copy that was asked for by mistake is refused instead of waited for', async () => {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('create table filled (word text)');
  await admin.end();
  await expect(connection.run({ name: 'copy', text: 'copy filled from stdin' }, [])).rejects.toMatchObject({
    code: expect.stringMatching(/^(57014|08P01)$/),
  });
  expect(await connection.run(CUT, ['on'])).toEqual([['2', 'n']]);
});
