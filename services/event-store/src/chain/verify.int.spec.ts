import { generateKeyPairSync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 } from 'uuid';
import { signCheckpoint } from './checkpoint.ts';
import { aStream, conformanceContracts, note } from '../conformance/store-under-test.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { Verification } from '../port/event-store.ts';
import { Sealing } from '../crypto/sealing.ts';
import { verifyTenant } from './verify.ts';
import { PostgresKeyVault } from '../postgres/postgres-key-vault.ts';
import { readStoredPage } from '../postgres/read-page.ts';
import { storeCheckpoint } from '../postgres/log-checkpoints.ts';
import { openPostgresEventStore, type PostgresEventStore } from '../postgres/postgres-event-store.ts';
import { eventStoreMigrations } from '../postgres/event-store-migrations.ts';
import { privacyEvents } from '@plimsoll/contracts/privacy/events';
import { erasePerson } from '../crypto/erase-person.ts';
import type { KeyVault } from '../crypto/key-vault.ts';
import { subjectOf, type Subject } from '../crypto/subjects.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

const keys = generateKeyPairSync('ed25519');
const sealingKey = randomBytes(32);
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
    appUrl: database.appUrl,
    registry: new EventRegistry([...conformanceContracts, ...privacyEvents]),
    sealingKey,
    checkpointKey: keys.publicKey,
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
  for (let revision = 0; revision < 4; revision++)
    await store.append(
      note(tenant, one, revision, { records: [{ stream: one, event, drawNumber: revision % 2 === 0 }] }),
    );
  await store.append(
    note(tenant, one, 4, {
      records: [one, other, other, one, other].map((stream, index) => ({ stream, event, drawNumber: index === 3 })),
      checks: [
        { stream: one, expect: 4 },
        { stream: other, expect: 0 },
      ],
    }),
  );
  expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 9, head: 9 });
  return tenant;
}

const brokenAt = (found: Verification): number | string => (found.intact ? 'intact' : found.position);

describe('a log that was altered by SQL (F28)', () => {
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
    [
      'the fingerprint of a request, in its first half',
      3,
      'fingerprint = set_byte(fingerprint, 0, get_byte(fingerprint, 0) # 1)',
      3,
    ],
    [
      'the fingerprint of a request, in its second half',
      3,
      'fingerprint = set_byte(fingerprint, 31, get_byte(fingerprint, 31) # 1)',
      3,
    ],
    [
      'the fingerprint of a request by that of another command',
      3,
      'fingerprint = (select fingerprint from events o where o.tenant = events.tenant and o.position = 4)',
      3,
    ],
    ['the fingerprint of a request taken away', 3, 'fingerprint = null', 3],
    ['the fingerprint of a request put on a later event of a command', 6, "fingerprint = sha256('x')", 6],
  ])('%s: its position is named', async (_, position, change, named) => {
    const tenant = await writtenTenant();
    await admin.query(`update events set ${change} where tenant = $1 and position = $2`, [tenant, position]);
    expect(brokenAt(await store.verify(tenant))).toBe(named);
  });

  it('a series of numbers', async () => {
    const tenant = await writtenTenant();
    await admin.query(`update tenant_heads set numbers = '{"note": 4}' where tenant = $1`, [tenant]);
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 9,
      reason: expect.stringContaining('series of note says 4'),
    });
  });

  it('an event that was put in, or two that changed places', async () => {
    const [inserted, moved] = [await writtenTenant(), await writtenTenant()];
    await admin.query(
      `insert into events select 10, recorded_at, null, 60, 1, tenant, stream, kind, $2, hash, fingerprint, body from events where tenant = $1 and position = 4`,
      [inserted, v7()],
    );
    expect(await store.verify(inserted)).toMatchObject({ intact: false, position: 10 });
    for (const [from, to] of [
      [2, 99],
      [3, 2],
      [99, 3],
    ])
      await admin.query('update events set position = $3 where tenant = $1 and position = $2', [moved, from, to]);
    expect(await store.verify(moved)).toMatchObject({ intact: false, position: 2 });
  });

  it.each([
    ['its hash', "hash = sha256('x')", 9],
    ['its position back', 'position = 7', 8],
    ['its position ahead', 'position = 12', 10],
  ])('the head, %s', async (_, change, position) => {
    const tenant = await writtenTenant();
    await admin.query(`update tenant_heads set ${change} where tenant = $1`, [tenant]);
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position });
  });

  it('the head taken away, its events left', async () => {
    const tenant = await writtenTenant();
    await admin.query('delete from tenant_heads where tenant = $1', [tenant]);
    expect(await store.verify(tenant)).toEqual({
      intact: false,
      tenant,
      position: 9,
      reason: 'the log goes on to 9, but its head is missing',
    });
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
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 5,
      reason: expect.stringContaining('head says 9'),
    });
    await expect(store.read(tenant, 4, 100)).rejects.toThrow(/position 5/);
  });

  it('a body and its own hash together: the next one does not follow, and of the newest the head says so', async () => {
    const forge = (tenant: string, position: number) =>
      admin.query(
        `update events e set body = f.body, hash = sha256(p.hash
         || sha256(convert_to(concat_ws(E'\\n', e.tenant, e.position, e.kind || ':' || e.stream, e.revision, (extract(epoch from e.recorded_at) * 1000000)::bigint, coalesce(e.number::text, '')), 'UTF8'))
         || sha256(convert_to(f.body, 'UTF8')))
       from (select replace(body, 'scaffold', 'ladder') as body from events where tenant = $1 and position = $2) f,
            (select hash from events where tenant = $1 and position = $2 - 1) p
       where e.tenant = $1 and e.position = $2`,
        [tenant, position],
      );
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
    await storeCheckpoint(
      projector,
      signCheckpoint(
        { tenant, position: whole.head, hash: whole.hash, time: '2026-11-21T09:00:00.000Z' },
        keys.privateKey,
      ),
    );
    expect(await store.verify(tenant)).toMatchObject({ intact: true });
    await admin.query('delete from events where tenant = $1 and position > 4', [tenant]);
    await admin.query(
      `update tenant_heads set position = 4, numbers = '{"note": 2}', hash = (select hash from events where tenant = $1 and position = 4) where tenant = $1`,
      [tenant],
    );
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 5,
      reason: expect.stringContaining('checkpoint says 9'),
    });
  });

  it("a checkpoint with another signer's signature", async () => {
    const tenant = await writtenTenant();
    const stranger = generateKeyPairSync('ed25519');
    const whole = await store.verify(tenant);
    if (!whole.intact) throw new Error(whole.reason);
    await storeCheckpoint(
      projector,
      signCheckpoint({ tenant, position: 9, hash: whole.hash, time: '2026-11-21T09:00:00.000Z' }, stranger.privateKey),
    );
    expect(await store.verify(tenant)).toMatchObject({ intact: false, position: 9 });
  });
});

describe('keys beside a log that was altered by SQL', () => {
  const incident = aStream('incident');
  const [anna, bo] = [v7(), v7()];
  const person = (guid: string): Subject & { kind: 'RELATED' } => ({
    kind: 'RELATED',
    incidentGuid: incident.guid,
    guid,
  });
  const text = { kind: 'INCIDENT_TEXT', guid: incident.guid } as const;

  /**
   * Five events of one incident: Anna and Bo are named at 1 and 3, its text is written at 2 and 4; one names no person.
   */
  async function sealedTenant(): Promise<string> {
    const tenant = v7();
    const appendNext = (expect: number, data: object) =>
      store.append(
        note(tenant, incident, expect, {
          records: [
            {
              stream: incident,
              event: {
                type: 'PersonNamed',
                data: { userGuid: null, personGuid: null, name: '', remark: null, answers: [], ...data },
              },
            },
          ],
        }),
      );
    await appendNext(0, { personGuid: anna, name: 'Anna' });
    await appendNext(1, { remark: 'fell' });
    await appendNext(2, { personGuid: bo, name: 'Bo' });
    await appendNext(3, { remark: 'from a ladder' });
    await store.append(note(tenant, incident, 4));
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 5 });
    return tenant;
  }
  const keyOf = (tenant: string, subject: Subject) => [tenant, subjectOf(tenant, subject)];

  it.each([
    ['of a person', person(bo), 3],
    ['of what is written in an incident', text, 2],
  ])(
    'a key %s that is gone is named with its subject and where it was first written of',
    async (_, subject, position) => {
      const tenant = await sealedTenant();
      await admin.query('delete from subject_keys where tenant = $1 and subject = $2', keyOf(tenant, subject));
      expect(await store.verify(tenant)).toMatchObject({
        intact: false,
        position,
        reason: `the key of subject ${subjectOf(tenant, subject)} is gone, and no event says that it was erased`,
      });
    },
  );

  it('a key that was destroyed as by an erasure, without the event', async () => {
    const tenant = await sealedTenant();
    await admin.query(
      'update subject_keys set wrapped = null, erased_at = now() where tenant = $1 and subject = $2',
      keyOf(tenant, person(anna)),
    );
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 1,
      reason: expect.stringContaining('no event says that it was erased'),
    });
  });

  it('keys that changed places, and one that was altered by a bit', async () => {
    const [swapped, altered] = [await sealedTenant(), await sealedTenant()];
    const [, one] = keyOf(swapped, person(anna));
    const [, other] = keyOf(swapped, person(bo));
    await admin.query(
      `update subject_keys k set wrapped = o.wrapped from subject_keys o
      where k.tenant = $1 and o.tenant = $1 and k.subject in ($2, $3) and o.subject in ($2, $3) and o.subject <> k.subject`,
      [swapped, one, other],
    );
    expect(await store.verify(swapped)).toMatchObject({
      intact: false,
      reason: expect.stringMatching(
        /^the key of subject \S+ was altered or is another's: SEALING_KEY does not open it$/,
      ),
    });
    await admin.query(
      'update subject_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where tenant = $1 and subject = $2',
      keyOf(altered, text),
    );
    expect(await store.verify(altered)).toMatchObject({
      intact: false,
      position: 2,
      reason: expect.stringContaining(subjectOf(altered, text)),
    });
  });

  it('a key that SEALING_KEY opens, and that opens nothing of its subject', async () => {
    const tenant = await sealedTenant();
    const [, subject] = keyOf(tenant, text);
    const { wrapped } = new Sealing(sealingKey).freshKey({ tenant, subject: subject! });
    await admin.query('update subject_keys set wrapped = $3 where tenant = $1 and subject = $2', [
      tenant,
      subject,
      wrapped,
    ]);
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 2,
      reason: `the key of subject ${subject} opens nothing that was sealed for it`,
    });
  });

  it('the keys of a log of which every event and its head are gone', async () => {
    const tenant = await sealedTenant();
    for (const table of ['events', 'tenant_heads'])
      await admin.query(`delete from ${table} where tenant = $1`, [tenant]);
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 1,
      reason: 'nothing is left of the log, but the keys of 3 subjects are there',
    });
  });

  it('after the erasure of a person and of a text, also of one that was written again, it passes', async () => {
    const tenant = await sealedTenant();
    const erase = async (subject: Subject & { kind: 'RELATED' | 'INCIDENT_TEXT' }) => {
      const { commandId, fingerprint, metadata } = note(tenant, incident, 0);
      expect(
        await erasePerson(store, store.vault, { tenant, subject, commandId, fingerprint, metadata }),
      ).toMatchObject({ status: 'erased' });
    };
    await erase(person(anna));
    await erase(text);
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 7 });
    await store.append(
      note(tenant, incident, 5, {
        records: [
          {
            stream: incident,
            event: {
              type: 'PersonNamed',
              data: { userGuid: null, personGuid: anna, name: 'Anna', remark: 'written later', answers: [] },
            },
          },
        ],
      }),
    );
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 8 });
    await admin.query('delete from subject_keys where tenant = $1 and subject = $2', keyOf(tenant, person(anna)));
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 8 });
  });

  it.each([
    ['of a person', person(bo)],
    ['of what is written in an incident', text],
  ])('a key %s that still exists after the event that records its erasure is reported', async (_, subject) => {
    const tenant = await sealedTenant();
    const { commandId, fingerprint, metadata } = note(tenant, incident, 0);
    const stopped: KeyVault = {
      keysOf: (...wanted) => store.vault.keysOf(...wanted),
      eraseSubject: () => Promise.reject(new Error('stopped')),
    };
    await expect(erasePerson(store, stopped, { tenant, subject, commandId, fingerprint, metadata })).rejects.toThrow(
      'stopped',
    );
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 6,
      reason: `the key of subject ${subjectOf(tenant, subject)} still stands, though this event says that it was erased`,
    });
    await erasePerson(store, store.vault, { tenant, subject, commandId, fingerprint, metadata });
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 6 });
  });

  it('a text that is written again after its erasure has a key of its own, and what that opens is no error; the former one put back is', async () => {
    const tenant = await sealedTenant();
    const { commandId, fingerprint, metadata } = note(tenant, incident, 0);
    const {
      rows: [former],
    } = await admin.query<{ wrapped: Buffer }>(
      'select wrapped from subject_keys where tenant = $1 and subject = $2',
      keyOf(tenant, text),
    );
    await erasePerson(store, store.vault, { tenant, subject: text, commandId, fingerprint, metadata });
    await store.append(
      note(tenant, incident, 5, {
        records: [
          {
            stream: incident,
            event: {
              type: 'PersonNamed',
              data: { userGuid: null, personGuid: null, name: '', remark: 'written anew', answers: [] },
            },
          },
        ],
      }),
    );
    expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 7 });
    await admin.query('update subject_keys set wrapped = $3 where tenant = $1 and subject = $2', [
      ...keyOf(tenant, text),
      former!.wrapped,
    ]);
    expect(await store.verify(tenant)).toMatchObject({
      intact: false,
      position: 6,
      reason: expect.stringContaining('still stands'),
    });
  });

  it('an erasure while the log is verified is no error: it is recorded before its key is destroyed', async () => {
    const tenant = await sealedTenant();
    const { commandId, fingerprint, metadata } = note(tenant, incident, 0);
    let erased: Promise<unknown> | undefined;
    const walked = verifyTenant({
      tenant,
      sealing: new Sealing(sealingKey),
      page: async (after, limit) => {
        const page = await readStoredPage(projector, tenant, after, limit);
        // After the page was read, before its keys are read.
        erased ??= erasePerson(store, store.vault, { tenant, subject: person(bo), commandId, fingerprint, metadata });
        await erased;
        return page;
      },
      keys: new PostgresKeyVault(projector, new Sealing(sealingKey)).storedOf(tenant),
    });
    expect(await walked).toMatchObject({ intact: true, events: 6 });
  });
});
