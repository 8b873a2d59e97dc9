import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import pg from 'pg';
import { DatabaseProbe, NO_ANSWER } from './database-probe.ts';

let database: TestDatabase;
let admin: pg.Client;
let probe: DatabaseProbe | undefined;
beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await probe?.close();
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

/**
 * Starts a probe whose own connection the database stops serving. @returns what ends that, and the number of silences.
 */
async function unserved(bytesReceived?: () => number): Promise<{ serve: () => void; silences: () => number }> {
  probe = new DatabaseProbe(database.appUrl, bytesReceived);
  let silences = 0;
  probe.onSilence(() => silences++);
  await probe.probe();
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'plimsoll health' and datname = current_database()",
  );
  expect(rows).toHaveLength(1);
  process.kill(rows[0]!.pid, 'SIGSTOP');
  return { serve: () => process.kill(rows[0]!.pid, 'SIGCONT'), silences: () => silences };
}

test('a database that answers no one for a second is silent, until it answers again', async () => {
  const { serve, silences } = await unserved();
  try {
    const asked = performance.now();
    await expect(probe!.probe()).rejects.toThrow(NO_ANSWER);
    expect(performance.now() - asked).toBeGreaterThan(900);
    expect(probe!.isSilent).toBe(true);
    expect(silences()).toBe(1);
    await probe!.probe();
    expect(probe!.isSilent).toBe(false);
  } finally {
    serve();
  }
});

test('a database that answers others is busy and not silent, however long it leaves the probe without an answer', async () => {
  let bytes = 0;
  const talk = setInterval(() => (bytes += 100), 50);
  const { serve, silences } = await unserved(() => bytes);
  try {
    const probing = probe!.probe();
    await new Promise((done) => setTimeout(done, 2_000));
    expect(probe!.isSilent).toBe(false);
    serve();
    await probing;
    expect(silences()).toBe(0);
  } finally {
    clearInterval(talk);
    serve();
  }
});
