import { randomBytes } from 'node:crypto';
import type { EventContract } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { privacyEvents } from '@plimsoll/contracts/privacy/events';
import fc from 'fast-check';
import pg from 'pg';
import { v7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { aStream, conformanceContracts, note } from '../conformance/store-under-test.ts';
import { erasePerson } from '../crypto/erase-person.ts';
import { Sealing } from '../crypto/sealing.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { Append, RecordedEvent, Reservations, StreamId } from '../port/event-store.ts';
import { eventStoreMigrations } from '../postgres/event-store-migrations.ts';
import { openPostgresEventStore, type PostgresEventStore } from '../postgres/postgres-event-store.ts';
import { openPostgresLogReader, type PostgresLogReader } from '../postgres/postgres-log-reader.ts';
import type { DerivedNames } from './derived-names.ts';

const sealingKey = randomBytes(32);
const sealing = new Sealing(sealingKey);
let database: TestDatabase;
let admin: pg.Client;
let store: PostgresEventStore;
let log: PostgresLogReader;

/** A note holds its last text, a person their name, and a file its guid for good. */
const names: DerivedNames = {
  ofStreams: [
    {
      stream: 'note',
      initial: () => '',
      evolve: (_, { data }) => (data as { text: string }).text,
      held: [{ label: 'text', names: (text) => (text === '' ? [] : [`text ${text as string}`]) }],
    },
    {
      stream: 'person',
      initial: () => null,
      evolve: (_, { data }) => (data as { name: string }).name,
      held: [{ label: 'name', names: (name) => [name === ERASED ? null : `name ${name as string}`] }],
    },
  ],
  forGood: [
    {
      label: 'file',
      types: ['PersonNamed'],
      begin: () => (events: readonly RecordedEvent[]) =>
        events.flatMap(({ stream, data }) =>
          stream.kind === 'file'
            ? [{ name: `file ${(data as { personGuid: string }).personGuid}`, isSinceUpgrade: true }]
            : [],
        ),
    },
  ],
};

const contracts = [...conformanceContracts, ...privacyEvents];
const opened = (known: readonly EventContract[] = contracts) =>
  openPostgresLogReader({
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(known),
    sealingKey,
    names,
  });

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const registry = new EventRegistry(contracts);
  store = await openPostgresEventStore({ appUrl: database.appUrl, registry, sealingKey });
  log = await opened();
});
afterAll(async () => {
  await store?.close();
  await log?.close();
  await admin?.end();
  await database?.drop();
});

async function append(tenant: string, stream: StreamId, expect_: number, different: Parameters<typeof note>[3]) {
  const answer = await store.append(note(tenant, stream, expect_, different));
  if (answer.status !== 'written') throw new Error(JSON.stringify(answer));
  return answer.position;
}

/** Appends a note that takes a text, in exchange for another. */
const noteText = (tenant: string, stream: StreamId, revision: number, text: string, before = '') =>
  append(tenant, stream, revision, {
    text,
    ...(text !== '' && text !== before && { reservations: [`text ${text}`] }),
    ...(before !== '' && text !== before && { releases: [`text ${before}`] }),
  });

const named = (personGuid: string | null, name: string) => ({
  type: 'PersonNamed',
  data: { userGuid: null, personGuid, name, remark: null, answers: [] },
});

async function reservations(tenant: string, by = log): Promise<Reservations> {
  const found = await by.verify(tenant);
  if (!found.intact) throw new Error(found.reason);
  return found.reservations!;
}

const clean = { errors: [], moreErrors: 0, erased: 0, unreserved: 0 };
const keyOf = (tenant: string, name: string) => sealing.reservationKey(tenant, name);
const put = (tenant: string, key: string, position: number) =>
  admin.query('insert into reservations (tenant, key, position) values ($1, $2, $3)', [tenant, key, position]);
const remove = (tenant: string, key: string) =>
  admin.query('delete from reservations where tenant = $1 and key = $2', [tenant, key]);

test('names that are taken, exchanged and given up leave the reservations that follow from the log', async () => {
  const [tenant, one, other] = [v7(), aStream(), aStream()];
  await noteText(tenant, one, 0, 'crane');
  await noteText(tenant, other, 0, 'sling');
  await noteText(tenant, one, 1, 'hook', 'crane');
  await noteText(tenant, other, 1, 'crane', 'sling');
  await noteText(tenant, one, 2, '', 'hook');
  await noteText(tenant, other, 2, 'crane', 'crane');
  expect(await reservations(tenant)).toEqual({ ...clean, asDerived: 1 });
});

test('a reservation has the position of the last event of its command', async () => {
  const [tenant, stream] = [v7(), aStream()];
  const position = await append(tenant, stream, 0, {
    records: ['crane', 'crane', 'crane'].map((text) => ({ stream, event: { type: 'Noted', data: { text } } })),
    reservations: ['text crane'],
  });
  expect(position).toBe(3);
  expect(await reservations(tenant)).toEqual({ ...clean, asDerived: 1 });
  await admin.query('update reservations set position = 1 where tenant = $1', [tenant]);
  expect(await reservations(tenant)).toMatchObject({
    asDerived: 0,
    errors: [{ problem: 'MISPLACED', label: 'text', stream, position: 3, found: 1 }],
  });
});

test('a name that is missing can be taken twice, which is reported too', async () => {
  const [tenant, one, other] = [v7(), aStream(), aStream()];
  await noteText(tenant, one, 0, 'crane');
  await remove(tenant, keyOf(tenant, 'text crane'));
  expect((await reservations(tenant)).errors).toEqual([
    { problem: 'MISSING', label: 'text', stream: one, position: 1 },
  ]);
  await noteText(tenant, other, 0, 'crane');
  expect((await reservations(tenant)).errors).toEqual([
    { problem: 'TWICE', label: 'text', stream: other, position: 2, found: 1 },
    { problem: 'MISPLACED', label: 'text', stream: one, position: 1, found: 2 },
  ]);
});

test('a reservation that blocks a name is reported with the stream at its position, or as beyond the head', async () => {
  const [tenant, stream] = [v7(), aStream()];
  await noteText(tenant, stream, 0, 'crane');
  await put(tenant, keyOf(tenant, 'text sling'), 1);
  await put(tenant, keyOf(tenant, 'text hook'), 2);
  await put(tenant, 'any', -1);
  const { errors, asDerived } = await reservations(tenant);
  expect(asDerived).toBe(1);
  expect(errors).toHaveLength(3);
  expect(errors).toEqual(
    expect.arrayContaining([
      { problem: 'SURPLUS', stream, position: 1 },
      { problem: 'SURPLUS', stream: null, position: 2 },
      { problem: 'SURPLUS', stream: null, position: -1 },
    ]),
  );
  expect(JSON.stringify(errors)).not.toMatch(/sling|hook|crane/);
});

test('names for good are checked without their personal data; from before the version that reserves them they may be missing', async () => {
  const [tenant, stream, early, late] = [v7(), aStream('file'), v7(), v7()];
  const taken = (guid: string, revision: number, reserved = true) =>
    append(tenant, stream, revision, {
      records: [{ stream, event: named(guid, 'Crane.jpg') }],
      ...(reserved && { reservations: [`file ${guid}`] }),
    });
  await taken(early, 0, false);
  expect((await reservations(tenant)).errors).toEqual([{ problem: 'MISSING', label: 'file', stream, position: 1 }]);
  const migrated =
    "update schema_migrations set applied_at = $1 where name = 'event-store/reservations-verified' returning applied_at";
  const { rows } = await admin.query<{ applied_at: string }>(
    "select applied_at::text from schema_migrations where name = 'event-store/reservations-verified'",
  );
  try {
    await admin.query(migrated, [new Date(Date.now() + 1)]);
    await new Promise((settle) => setTimeout(settle, 20));
    await taken(late, 1);
    expect(await reservations(tenant)).toEqual({ ...clean, asDerived: 1, unreserved: 1 });
    await remove(tenant, keyOf(tenant, `file ${late}`));
    expect((await reservations(tenant)).errors).toEqual([{ problem: 'MISSING', label: 'file', stream, position: 2 }]);
  } finally {
    await admin.query(migrated, [rows[0]!.applied_at]);
  }
});

test('a name that was erased is counted apart, and its reservation accounts for itself alone', async () => {
  const [tenant, one, other] = [v7(), aStream('person'), aStream('person')];
  const [guid, name] = [v7(), 'Olga Fern'];
  await append(tenant, one, 0, {
    records: [{ stream: one, event: named(guid, name) }],
    reservations: [`name ${name}`],
  });
  await append(tenant, other, 0, {
    records: [{ stream: other, event: named(v7(), 'Bo Reef') }],
    reservations: ['name Bo Reef'],
  });
  expect(await reservations(tenant)).toEqual({ ...clean, asDerived: 2 });
  const { commandId, fingerprint, metadata } = note(tenant, one, 0);
  const subject = { kind: 'RELATED', incidentGuid: one.guid, guid } as const;
  const erasure = { tenant, commandId, fingerprint, metadata, subject };
  expect(await erasePerson(store, store.vault, erasure)).toMatchObject({ status: 'erased' });
  // The other one may still know the key, for a second.
  const later = await opened();
  try {
    expect(await reservations(tenant, later)).toEqual({ ...clean, asDerived: 1, erased: 1 });
    await put(tenant, 'another', 1);
    expect(await reservations(tenant, later)).toMatchObject({
      erased: 1,
      errors: [{ problem: 'SURPLUS', stream: one }],
    });
    await admin.query('delete from reservations where tenant = $1 and position = 1', [tenant]);
    expect(await reservations(tenant, later)).toEqual({ ...clean, asDerived: 1, erased: 1 });
  } finally {
    await later.close();
  }
});

test('a key that was altered is named, though names depend on it', async () => {
  const [tenant, stream] = [v7(), aStream('person')];
  await append(tenant, stream, 0, {
    records: [{ stream, event: named(v7(), 'Bo Reef') }],
    reservations: ['name Bo Reef'],
  });
  await admin.query("update subject_keys set wrapped = sha256('x') || sha256('y') where tenant = $1", [tenant]);
  expect(await log.verify(tenant)).toMatchObject({
    intact: false,
    reason: expect.stringContaining('SEALING_KEY does not open it'),
  });
});

test('reservations are not checked where an event cannot be read, and this is an error', async () => {
  const [tenant, stream] = [v7(), aStream()];
  await noteText(tenant, stream, 0, 'crane');
  const older = await opened(conformanceContracts.filter(({ type }) => type !== 'Noted'));
  try {
    expect(await older.verify(tenant)).toMatchObject({
      intact: true,
      reservations: { asDerived: 0, errors: [{ problem: 'UNREADABLE', stream, position: 1 }] },
    });
  } finally {
    await older.close();
  }
});

test('what is written while the log is verified is no error', async () => {
  const tenant = v7();
  let writing = true;
  let written = 0;
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    while (writing) {
      const [stream, text] = [aStream(), `${writer} ${++written}`];
      await noteText(tenant, stream, 0, text);
      await noteText(tenant, stream, 1, written % 2 === 0 ? '' : `${text} again`, text);
    }
  });
  await noteText(tenant, aStream(), 0, 'first');
  for (let looks = 0; looks < 20; looks++) expect((await reservations(tenant)).errors).toEqual([]);
  writing = false;
  await Promise.all(writers);
  expect(written).toBeGreaterThan(20);
});

test('any sequence of names verifies, and any one row that is deleted, moved or added does not', async () => {
  const texts = ['', 'crane', 'sling', 'hook'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...texts)), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('delete', 'move', 'add', 'release'),
      fc.nat(),
      async (steps, change, which) => {
        const tenant = v7();
        const streams = Array.from({ length: 4 }, () => ({ stream: aStream(), revision: 0, text: '' }));
        for (const [at, text] of steps) {
          const own = streams[at]!;
          const append: Append = note(tenant, own.stream, own.revision, {
            text,
            ...(text !== '' && text !== own.text && { reservations: [`text ${text}`] }),
            ...(own.text !== '' && text !== own.text && { releases: [`text ${own.text}`] }),
          });
          if ((await store.append(append)).status !== 'written') continue;
          Object.assign(own, { revision: own.revision + 1, text });
        }
        const held = streams.filter(({ text }) => text !== '');
        expect(await reservations(tenant)).toEqual({ ...clean, asDerived: held.length });
        const one = held[which % Math.max(held.length, 1)];
        const free = texts.find((text) => text !== '' && !held.some((own) => own.text === text));
        if (change === 'add') await put(tenant, keyOf(tenant, `text ${free ?? 'winch'}`), 1);
        else if (!one) return;
        else if (change === 'delete') await remove(tenant, keyOf(tenant, `text ${one.text}`));
        else
          await admin.query('update reservations set position = position + $3 where tenant = $1 and key = $2', [
            tenant,
            keyOf(tenant, `text ${one.text}`),
            change === 'move' ? 1 : 1_000,
          ]);
        expect((await reservations(tenant)).errors).toEqual([
          expect.objectContaining(
            change === 'add'
              ? { problem: 'SURPLUS' }
              : { problem: change === 'delete' ? 'MISSING' : 'MISPLACED', stream: one!.stream, label: 'text' },
          ),
        ]);
      },
    ),
    { numRuns: 60 },
  );
});
