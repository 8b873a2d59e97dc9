import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { v7 } from 'uuid';
import { appendOf, streamOf, tenantOf, tenantsOf } from '../../test/kill-ledger.ts';
import { conformanceContracts, readAll } from '../conformance/store-under-test.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { RecordedEvent } from '../port/event-store.ts';
import { openPostgresEventStore, type PostgresEventStore } from './postgres-event-store.ts';
import { eventStoreMigrations } from './event-store-migrations.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

const WORKERS = 1_000;
const KILLS = Number(process.env['KILLS'] ?? 3);
const CHILD = fileURLToPath(new URL('../../test/append-until-killed.ts', import.meta.url));

let database: TestDatabase;
let store: PostgresEventStore;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  store = await openPostgresEventStore({
    appUrl: database.appUrl,
    registry: new EventRegistry(conformanceContracts),
    sealingKey: Buffer.alloc(32, 1),
  });
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

/**
 * Runs the writers until that many acknowledgements have arrived, then kills them. Returns the last acknowledged
 * revision of each.
 */
async function writeUntilKilled(seed: string, from: readonly number[], acknowledgements: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', CHILD, database.appUrl, seed, String(WORKERS), JSON.stringify(from)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const acknowledged = [...from];
  let count = 0;
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const read = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('line', (line) => {
    if (line === 'ready') return;
    const [worker, revision] = line.split(' ').map(Number) as [number, number];
    acknowledged[worker] = Math.max(acknowledged[worker] ?? 0, revision);
    if (++count === acknowledgements) child.kill('SIGKILL');
  });
  await Promise.all([over, read]);
  if (count < acknowledgements) throw new Error(`The writers ended by themselves after ${count} acknowledgements`);
  return acknowledged;
}

it('kill -9 during 1,000 concurrent appends loses nothing that was acknowledged and doubles nothing (F2)', async () => {
  const seed = v7();
  let acknowledged: number[] = Array.from({ length: WORKERS }, () => 0);
  const figures = { kills: 0, acknowledged: 0, lost: 0, doubled: 0, writtenUnacknowledged: 0 };
  for (let kill = 1; kill <= KILLS; kill++) {
    acknowledged = await writeUntilKilled(seed, acknowledged, 1_500 + kill * 333);
    figures.kills++;
    const before = await eventsByStream(seed);
    for (let worker = 0; worker < WORKERS; worker++) {
      const events = before.get(streamOf(seed, worker)) ?? [];
      const known = acknowledged[worker]!;
      if (events.length < known) figures.lost += known - events.length;
      figures.writtenUnacknowledged += Math.max(0, events.length - known);
    }
    // Commands without an answer are sent again, as their caller would do.
    await Promise.all(
      acknowledged.map(async (revision, worker) => {
        const answer = await store.append(appendOf({ seed, worker, revision }));
        expect(['written', 'repeated']).toContain(answer.status);
        if (answer.status === 'written' || answer.status === 'repeated') expect(answer.revision).toBe(revision + 1);
        acknowledged[worker] = revision + 1;
      }),
    );
  }
  const after = await eventsByStream(seed);
  for (let worker = 0; worker < WORKERS; worker++) {
    const events = after.get(streamOf(seed, worker)) ?? [];
    expect(events.length).toBe(acknowledged[worker]);
    events.forEach((event, index) =>
      expect(event.metadata.commandId).toBe(appendOf({ seed, worker, revision: index }).commandId),
    );
  }
  const all = [...after.values()].flat();
  figures.acknowledged = acknowledged.reduce((sum, revision) => sum + revision, 0);
  figures.doubled = all.length - new Set(all.map((event) => event.id)).size;
  for (const tenant of tenantsOf(seed)) {
    expect(await store.verify(tenant)).toMatchObject({ intact: true });
    const numbers = all
      .filter((event) => event.tenant === tenant && event.number !== null)
      .map((event) => event.number!);
    expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  }
  process.stdout.write(`kill -9: ${JSON.stringify(figures)}\n`);
  expect(figures).toMatchObject({ lost: 0, doubled: 0, kills: KILLS });
  expect(all.length).toBe(figures.acknowledged);
});

async function eventsByStream(seed: string): Promise<Map<string, RecordedEvent[]>> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const tenant of tenantsOf(seed)) {
    for (const event of await readAll(store, tenant, 5_000)) {
      const events = streams.get(event.stream.guid);
      if (events) events.push(event);
      else streams.set(event.stream.guid, [event]);
    }
  }
  for (let worker = 0; worker < WORKERS; worker++) {
    for (const event of streams.get(streamOf(seed, worker)) ?? [])
      if (event.tenant !== tenantOf(seed, worker)) throw new Error('an event in another tenant');
  }
  return streams;
}
