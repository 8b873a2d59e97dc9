import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase([]);
});

afterAll(() => database.drop());

test('a client on which statements queue up fails the test, as it fails in the next version of pg; one that pipelines does not', async () => {
  for (const pipeline of [false, true]) {
    const client = new pg.Client({ connectionString: database.adminUrl, pipeline } as pg.ClientConfig);
    await client.connect();
    const asked = async () =>
      Promise.all([1, 2, 3].map(async (one) => (await client.query('select $1::int as one', [one])).rows[0]));
    if (pipeline) expect(await asked()).toEqual([{ one: 1 }, { one: 2 }, { one: 3 }]);
    else await expect(asked()).rejects.toThrow(/while others wait/);
    await client.end();
  }
});
