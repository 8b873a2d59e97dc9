import { generateKeyPairSync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 } from 'uuid';
import { signCheckpoint } from './checkpoint.ts';
import { aStream, conformanceContracts, note } from './conformance/store-under-test.ts';
import { EventRegistry } from './event-registry.ts';
import type { Verification } from './event-store.ts';
import { storeCheckpoint } from './postgres/log-checkpoints.ts';
import { openPostgresEventStore, type PostgresEventStore } from './postgres/postgres-event-store.ts';
import { eventStoreMigrations } from './postgres/event-store-migrations.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

const keys = generateKeyPairSync('ed25519');
let database: TestDatabase;
let admin: pg.Client;
let projector: pg.Pool;
let store: PostgresEventStore;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  projector = new pg.Pool({ connectionString: database.projectorUrl });
  await admin.connect();
  store = await openPostgresEventStore({
    appUrl: database.appUrl, registry: new EventRegistry(conformanceContracts), sealingKey: randomBytes(32), checkpointKey: keys.publicKey,
  });
});

afterAll(async () => {
  await store.close();
  await projector.end();
  await admin.end();
  await database.drop();
});

/** Nine events: four commands of one event, one of five on two streams, with numbers. */
async function writtenTenant(): Promise<string> {
  const [tenant, one, other] = [v7(), aStream(), aStream()];
  const event = { type: 'Noted', data: { text: 'Ärger: the scaffold' } };
  for (let revision = 0; revision < 4; revision++) await store.append(note(tenant, one, revision, { records: [{ stream: one, event, drawNumber: revision % 2 === 0 }] }));
  await store.append(note(tenant, one, 4, {
    records: [one, other, other, one, other].map((stream, index) => ({ stream, event, drawNumber: index === 3 })),
    checks: [{ stream: one, expect: 4 }, { stream: other, expect: 0 }],
  }));
  expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 9, head: 9 });
  return tenant;
}

const brokenAt = (found: Verification): number | string => (found.intact ? 'intact' : found.position);

describe('a log that somebody altered by SQL (F28)', () => {
  it.each([
    ['a body', 4, "body = replace(body, 'scaffold', 'ladder')", 4],
    ['a body by one blank', 4, "body = body || ' '", 4],
    ['the newest body', 9, "body = replace(body, 'scaffold', 'ladder')", 9],
    ['a hash', 3, "hash = sha256('x')", 3],
    ['the time of recording by a microsecond', 5, "recorded_at = recorded_at + interval '1 microsecond'", 5],
    ['a number', 3, 'number = 7', 3],
    ['a number taken away', 1, 'number = null', 1],
    ['a revision', 9, 'revision = 9', 9],
    ['the stream', 9, "stream = '01890000-0000-7000-8000-000000000000'", 9],
    ['the kind of the stream', 9, "kind = 'worksite'", 9],
    ['the command', 2, "command_id = '01890000-0000-7000-8000-000000000000'", 2],
    ['the size of a command', 6, 'size = 4', 6],
    ['a command that is hidden', 5, 'command_id = null', 5],
    ['the position', 9, 'position = 12', 9],
  ])('%s: its position is named', async (_, position, change, named) => {
    const tenant = await writtenTenant();
    await admin.query(`update events set ${change} where tenant = $1 and position = $2`, [tenant, position]);
    expect(brokenAt(await store.verify(tenant))).toBe(named);
  });

  it('a series of numbers', async () => {
    const tenant = await writtenTenant();
    await admin.query('update number_series set number = number + 1 where tenant = $1', [tenant]);
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 9, reason: expect.stringContaining('series of note says 4') });
  });

  it('an event cut out of the middle', async () => {
    const tenant = await writtenTenant();
    await admin.query('delete from events where tenant = $1 and position = 6', [tenant]);
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 6 });
    await expect(store.read(tenant, 0, 100)).rejects.toThrow(/position 6/);
  });

  it('the tail cut off', async () => {
    const tenant = await writtenTenant();
    await admin.query('delete from events where tenant = $1 and position > 4', [tenant]);
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 5, reason: expect.stringContaining('head says 9') });
    await expect(store.read(tenant, 4, 100)).rejects.toThrow(/position 5/);
  });

  it('a body and its own hash together: the next one does not follow, and of the newest the head says so', async () => {
    const forge = (tenant: string, position: number) => admin.query(
      `update events e set body = f.body, hash = sha256(p.hash
         || sha256(convert_to(concat_ws(E'\\n', e.tenant, e.position, e.kind || ':' || e.stream, e.revision, (extract(epoch from e.recorded_at) * 1000000)::bigint, coalesce(e.number::text, '')), 'UTF8'))
         || sha256(convert_to(f.body, 'UTF8')))
       from (select replace(body, 'scaffold', 'ladder') as body from events where tenant = $1 and position = $2) f,
            (select hash from events where tenant = $1 and position = $2 - 1) p
       where e.tenant = $1 and e.position = $2`, [tenant, position]);
    const inside = await writtenTenant();
    await forge(inside, 4);
    expect(brokenAt(await store.verify(inside))).toBe(5);
    const newest = await writtenTenant();
    await forge(newest, 9);
    expect(brokenAt(await store.verify(newest))).toBe(9);
  });

  it('tail and head together: a signed checkpoint names where', async () => {
    const tenant = await writtenTenant();
    const whole = await store.verify(tenant);
    if (!whole.intact) throw new Error(whole.reason);
    await storeCheckpoint(projector, signCheckpoint({ tenant, position: whole.head, hash: whole.hash, time: '2026-11-21T09:00:00.000Z' }, keys.privateKey));
    expect(await store.verify(tenant)).toMatchObject({ intact: true });
    await admin.query('delete from events where tenant = $1 and position > 4', [tenant]);
    await admin.query('update tenant_heads set position = 4, hash = (select hash from events where tenant = $1 and position = 4) where tenant = $1', [tenant]);
    await admin.query("update number_series set number = 2 where tenant = $1 and kind = 'note'", [tenant]);
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 5, reason: expect.stringContaining('checkpoint says 9') });
  });

  it('a checkpoint that somebody else signed', async () => {
    const tenant = await writtenTenant();
    const stranger = generateKeyPairSync('ed25519');
    const whole = await store.verify(tenant);
    if (!whole.intact) throw new Error(whole.reason);
    await storeCheckpoint(projector, signCheckpoint({ tenant, position: 9, hash: whole.hash, time: '2026-11-21T09:00:00.000Z' }, stranger.privateKey));
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 9 });
  });
});
