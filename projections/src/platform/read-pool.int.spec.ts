import { Socket } from 'node:net';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import type pg from 'pg';
import { openReadPool } from './read-pool.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase(eventStoreMigrations)));
afterAll(() => database?.drop());

test('of many who ask a pool that has just been opened few begin a connection at a time, and all are answered', async () => {
  let [beginning, most, made] = [0, 0, 0];
  const stream = () => {
    made++;
    most = Math.max(most, ++beginning);
    return new Socket();
  };
  const pool = openReadPool({ connectionString: database.appUrl, max: 20, connectionTimeoutMillis: 5_000, stream });
  pool.on('connect', () => void beginning--);
  try {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => pool.query<{ n: number }>('select $1::int as n', [index])),
    );
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 64 }, (_, index) => index));
    expect({ most, isWithin: made <= 20 }).toEqual({ most: 4, isWithin: true });
  } finally {
    await pool.end();
  }
});

test('a client that holds a connection blocks no other, up to the maximum', async () => {
  const pool = openReadPool({ connectionString: database.appUrl, max: 10, connectionTimeoutMillis: 5_000 });
  try {
    const held: pg.PoolClient[] = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    expect(pool.totalCount).toBe(10);
    for (const client of held) client.release();
  } finally {
    await pool.end();
  }
});

test('when the database does not answer, all waiting queries fail, and later ones are answered again', async () => {
  let isAway = true;
  // Nothing listens on port 1.
  const stream = () => {
    const socket = new Socket();
    const connect = socket.connect.bind(socket) as (port: number, host: string) => Socket;
    return Object.assign(socket, { connect: (port: number, host: string) => connect(isAway ? 1 : port, host) });
  };
  const pool = openReadPool({ connectionString: database.appUrl, max: 20, connectionTimeoutMillis: 5_000, stream });
  try {
    const refused = await Promise.allSettled(Array.from({ length: 30 }, () => pool.query('select 1')));
    expect(
      new Set(refused.map((one) => (one.status === 'rejected' ? (one.reason as { code?: string }).code : 'answered'))),
    ).toEqual(new Set(['ECONNREFUSED']));
    isAway = false;
    expect((await Promise.all(Array.from({ length: 30 }, () => pool.query('select 1')))).length).toBe(30);
  } finally {
    await pool.end();
  }
});
