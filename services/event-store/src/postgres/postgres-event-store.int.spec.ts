import { randomBytes } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { v7 } from 'uuid';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { eventStoreConformance } from '../conformance/event-store.conformance.ts';
import { aStream, conformanceContracts, note, readAll } from '../conformance/store-under-test.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { StreamId } from '../port/event-store.ts';
import { chainHash, firstHash } from '../chain/hash-chain.ts';
import { readStoredPage } from './read-page.ts';
import { openPostgresEventStore, type PostgresEventStore } from './postgres-event-store.ts';
import { openPostgresLogReader } from './postgres-log-reader.ts';
import { UnsafeRoleError } from '@plimsoll/postgres/roles';
import { eventStoreMigrations } from './event-store-migrations.ts';
import { subjectOf, textSubject } from '../crypto/subjects.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

const registry = new EventRegistry(conformanceContracts);
const sealingKey = randomBytes(32);

let database: TestDatabase;
let admin: pg.Client;
const opened: PostgresEventStore[] = [];

async function openStore(appUrl = database.appUrl): Promise<PostgresEventStore> {
  const store = await openPostgresEventStore({
    appUrl,
    projectorUrl: database.projectorUrl,
    registry,
    sealingKey,
  });
  opened.push(store);
  return store;
}

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await admin.end();
  await database.drop();
});

async function holdHead(tenant: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: database.adminUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from tenant_heads where tenant = $1 for update', [tenant]);
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

/** Resolves when a connection of this database waits for a lock. */
const waitForLock = (which: string): Promise<void> => waitForConnection(`wait_event_type = 'Lock' and ${which}`);

/** Resolves when there is such a connection of this database. */
async function waitForConnection(which: string): Promise<void> {
  for (;;) {
    await admin.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and ${which}`,
    );
    if (rowCount! > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function recordedUntil(tenant: string, instant: Date): Promise<void> {
  await admin.query('update tenant_heads set recorded_at = $2 where tenant = $1', [tenant, instant]);
}

eventStoreConformance('PostgreSQL', async () => {
  const store = await openStore();
  let other: PostgresEventStore | undefined;
  return {
    store,
    vault: store.vault,
    another: async () => (other ??= await openStore()),
    holdHead,
    recordedUntil,
    close: async () => undefined,
  };
});

describe('the log in PostgreSQL', () => {
  let store: PostgresEventStore;
  beforeAll(async () => {
    store = await openStore();
  });

  it('an organization that another process is just beginning is waited for, and nobody beside it', async () => {
    const [beginning, other] = [v7(), v7()];
    await store.append(note(other, aStream(), 0));
    await admin.query('begin');
    await admin.query('select open_tenants($1)', [[beginning]]);
    const waiting = Promise.all(Array.from({ length: 8 }, () => store.append(note(beginning, aStream(), 0))));
    const others = await Promise.all(Array.from({ length: 8 }, () => store.append(note(other, aStream(), 0))));
    // The workers have timed out: the appends now wait on separate connections.
    await waitForLock("application_name = 'plimsoll append (held)'");
    await admin.query('commit');
    expect(others.every(({ status }) => status === 'written')).toBe(true);
    expect((await waiting).every(({ status }) => status === 'written')).toBe(true);
    expect(await store.verify(beginning)).toMatchObject({ intact: true, events: 8 });
  });

  it('the chain that the database computes is the published one, from the tenant on, for every kind and number', async () => {
    const tenant = v7();
    const streams = [aStream(), { kind: 'incident', guid: v7() }, aStream(`k${'-9'.repeat(19)}`)];
    for (const [revision, texts] of [
      ['a', 'ä'],
      ['\u2028', '👷‍♀️'],
    ].entries()) {
      for (const stream of streams) {
        const records = texts.map((text, index) => ({
          stream,
          event: { type: 'Noted', data: { text } },
          drawNumber: index === revision,
        }));
        await store.append(note(tenant, stream, revision * 2, { records }));
      }
    }
    const reader = new pg.Client({ connectionString: database.appUrl });
    await reader.connect();
    const { rows } = await readStoredPage(reader, tenant, 0, 100);
    await reader.end();
    let hash = firstHash(tenant);
    expect(rows.map((row) => (hash = chainHash(hash, tenant, row)).toString('hex'))).toEqual(
      rows.map((row) => row.hash),
    );
    expect(rows).toHaveLength(12);
  });

  it('a command that skips a locked head leaves its numbers to the one who holds it', async () => {
    const [held, other] = [v7(), v7()];
    const numbered = (tenant: string) => {
      const stream = aStream();
      return note(tenant, stream, 0, {
        records: [{ stream, event: { type: 'Noted', data: { text: 'numbered' } }, drawNumber: true }],
      });
    };
    for (const tenant of [held, other]) expect(await store.append(numbered(tenant))).toMatchObject({ number: 1 });
    const holder = new pg.Client({ connectionString: database.adminUrl });
    await holder.connect();
    await admin.query(`
      create function hold_open() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return new; end $$;
      create trigger hold_open before insert on events for each row when (new.tenant = '${other}') execute function hold_open()`);
    try {
      await holder.query('begin');
      await holder.query('select from tenant_heads where tenant = $1 for update', [held]);
      const both = Promise.all([held, other].map((tenant) => store.append(numbered(tenant))));
      // The batch has read the numbers and is about to write.
      await waitForConnection("wait_event = 'PgSleep'");
      await holder.query(`update tenant_heads set numbers = '{"note": 7}' where tenant = $1`, [held]);
      await holder.query('commit');
      expect(await both).toMatchObject([
        { status: 'written', number: 8 },
        { status: 'written', number: 2 },
      ]);
    } finally {
      await holder.end();
      await admin.query('drop trigger hold_open on events; drop function hold_open()');
    }
  });

  it('an append of ours that a trigger holds open keeps nobody else waiting (F1)', async () => {
    const heldFor = Number(process.env['HELD_HEAD_MS'] ?? 3_000);
    const held = v7();
    const tenants = Array.from({ length: 20 }, () => v7());
    await Promise.all([held, ...tenants].map((tenant) => store.append(note(tenant, aStream(), 0))));
    await admin.query(`
      create function hold_open() returns trigger language plpgsql as $$ begin perform pg_sleep(${heldFor / 1000}); return new; end $$;
      create trigger hold_open before insert on events for each row when (new.tenant = '${held}') execute function hold_open()`);
    try {
      const since = performance.now();
      const waiting = store.append(note(held, aStream(), 0));
      let longest = 0;
      let others = 0;
      await Promise.all(
        Array.from({ length: 32 }, async (_, index) => {
          const stream = aStream();
          for (let revision = 0; performance.now() - since < heldFor; revision++) {
            const before = performance.now();
            expect(await store.append(note(tenants[index % 20]!, stream, revision))).toMatchObject({
              status: 'written',
            });
            longest = Math.max(longest, performance.now() - before);
            others++;
          }
        }),
      );
      expect(await waiting).toMatchObject({ status: 'written' });
      expect(longest).toBeLessThan(1_500);
      expect(others).toBeGreaterThan(heldFor / 10);
    } finally {
      await admin.query('drop trigger hold_open on events; drop function hold_open()');
    }
  });

  it('when the connection is cut after the commit and before the answer, a repeat gets the first answer (F3)', async () => {
    const proxy = await cuttingProxy(new URL(database.appUrl));
    const url = new URL(database.appUrl);
    url.host = `127.0.0.1:${proxy.port}`;
    const through = await openPostgresEventStore({ appUrl: url.toString(), registry, sealingKey });
    try {
      const [tenant, stream] = [v7(), aStream()];
      await through.append(note(tenant, stream, 0));
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (let revision = 1; revision <= 5; revision++) {
        proxy.cutNextAnswer();
        const append = note(tenant, stream, revision);
        await expect(through.append(append)).rejects.toThrow();
        const again = await through.append(append);
        expect(again).toMatchObject({ status: 'repeated', revision: revision + 1 });
      }
      expect(await readAll(store, tenant)).toHaveLength(6);
    } finally {
      await through.close();
      await proxy.close();
    }
  });

  it('comes back by itself when the server throws everybody out', async () => {
    const [tenant, stream] = [v7(), aStream()];
    await store.append(note(tenant, stream, 0));
    let woken = 0;
    const end = await store.watch(() => woken++);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plimsoll_app' and datname = current_database()",
    );
    let revision = 1;
    for (let attempt = 0; revision < 4 && attempt < 50; attempt++) {
      const answer = await store.append(note(tenant, stream, revision)).catch(() => null);
      if (answer?.status === 'written') revision++;
    }
    expect(revision).toBe(4);
    const before = woken;
    for (let attempt = 0; woken === before && attempt < 100; attempt++) {
      await store.append(note(v7(), aStream(), 0));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(woken).toBeGreaterThan(before);
    expect((await store.load(tenant, stream)).status).toBe('loaded');
    await end();
  });

  it('closing answers what was asked before', async () => {
    const closing = await openPostgresEventStore({ appUrl: database.appUrl, registry, sealingKey });
    const [tenant, stream] = [v7(), aStream()];
    const appends = Array.from({ length: 300 }, () => closing.append(note(tenant, aStream(), 0)));
    const loads = Array.from({ length: 300 }, () => closing.load(tenant, stream));
    await closing.close();
    expect((await Promise.all(appends)).every((answer) => answer.status === 'written')).toBe(true);
    await Promise.all(loads);
    await expect(closing.append(note(tenant, stream, 0))).rejects.toThrow(/closed/);
  });

  it('refuses to serve as a superuser, and as a role that can become the owner', async () => {
    await expect(openPostgresEventStore({ appUrl: database.adminUrl, registry, sealingKey })).rejects.toThrow(
      UnsafeRoleError,
    );
    await admin.query("create role would_be_owner login password 'x' in role plimsoll_owner");
    try {
      const url = new URL(database.appUrl);
      url.username = 'would_be_owner';
      url.password = 'x';
      await expect(openPostgresLogReader({ projectorUrl: url.toString(), registry, sealingKey })).rejects.toThrow(
        UnsafeRoleError,
      );
    } finally {
      await admin.query('drop role would_be_owner');
    }
  });

  it('no role that logs in may alter the log, and without a tenant nothing can be read', async () => {
    const tenant = v7();
    await store.append(note(tenant, aStream(), 0));
    for (const url of [database.appUrl, database.projectorUrl]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const text of [
        "update events set body = ''",
        'delete from events',
        'truncate events',
        'update tenant_heads set position = 0',
        'insert into events select * from events',
        'delete from reservations',
        'insert into subject_keys select * from subject_keys',
        'update subject_keys set stream = null',
        'delete from subject_keys',
        'set role plimsoll_append',
      ]) {
        await expect(client.query(text)).rejects.toMatchObject({ code: '42501' });
      }
      expect((await client.query('select from events')).rowCount).toBe(0);
      expect((await client.query('select from events where tenant = $1', [tenant])).rowCount).toBe(0);
      await client.query(`select * from read_page('${tenant}', 0, 10)`);
      expect((await client.query('select from events')).rowCount).toBe(0);
      await client.end();
    }
  });

  describe('personal data', () => {
    const named = (tenant: string, stream: StreamId, expected: number, data: object) =>
      note(tenant, stream, expected, {
        records: [
          {
            stream,
            event: {
              type: 'PersonNamed',
              data: { userGuid: null, personGuid: null, name: 'n', remark: null, answers: [], ...data },
            },
          },
        ],
      });
    const bodies = async (tenant: string) =>
      (
        await admin.query<{ body: string }>('select body from events where tenant = $1 order by position', [tenant])
      ).rows.map((row) => row.body);

    it('is not in the log, and reads as it was written, in every process', async () => {
      const [tenant, stream, person] = [v7(), aStream(), v7()];
      const data = {
        userGuid: null,
        personGuid: person,
        name: 'Anna Svensson',
        remark: 'fell from a ladder',
        answers: [
          { question: 'q', value: ['left hand', { 'deep down': 1 }] },
          { question: 'r', value: 0 },
          { question: 's', value: null },
        ],
      };
      await store.append(named(tenant, stream, 0, data));
      expect((await bodies(tenant))[0]).not.toMatch(/Anna Svensson|from a|left hand|deep down/);
      for (const one of [store, await openStore()]) {
        const loaded = await one.load(tenant, stream);
        expect(loaded.status === 'loaded' && loaded.events[0]!.data).toEqual(data);
        expect((await one.read(tenant, 0, 10)).events[0]!.data).toEqual(data);
      }
    });

    it('what merely looks sealed comes back as it was', async () => {
      const [tenant, stream] = [v7(), aStream()];
      const text = `sealed:1:${stream.guid}:AAAA`;
      await store.append(note(tenant, stream, 0, { text }));
      const loaded = await store.load(tenant, stream);
      expect(loaded.status === 'loaded' && loaded.events[0]!.data).toEqual({ text });
    });

    it('of an erased person is gone everywhere, the rest stays, and verify names a key that was destroyed without a word in the log', async () => {
      const [tenant, stream, person] = [v7(), aStream(), v7()];
      await store.append(named(tenant, stream, 0, { personGuid: person, name: 'Anna', remark: 'kept' }));
      expect(await store.vault.eraseSubject(tenant, { kind: 'RELATED', incidentGuid: stream.guid, guid: person })).toBe(
        true,
      );
      expect(await store.vault.eraseSubject(tenant, { kind: 'RELATED', incidentGuid: stream.guid, guid: person })).toBe(
        false,
      );
      for (const one of [store, await openStore()]) {
        const loaded = await one.load(tenant, stream);
        expect(loaded.status === 'loaded' && loaded.events[0]!.data).toMatchObject({ name: ERASED, remark: 'kept' });
      }
      expect(await store.verify(tenant)).toMatchObject({
        intact: false,
        position: 1,
        reason: expect.stringContaining('no event says that it was erased'),
      });
    });

    it('of one person written by many at once is sealed with one key', async () => {
      const [tenant, person] = [v7(), v7()];
      const stores = [store, await openStore(), await openStore()];
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          stores[index % 3]!.append(named(tenant, aStream(), 0, { userGuid: person, name: `name ${index}` })),
        ),
      );
      expect(answers.every((answer) => answer.status === 'written')).toBe(true);
      const names = (await readAll(await openStore(), tenant)).map((event) => (event.data as { name: string }).name);
      expect(names.sort()).toEqual(Array.from({ length: 60 }, (_, index) => `name ${index}`).sort());
      expect(
        (
          await admin.query('select from subject_keys where tenant = $1 and subject = $2', [
            tenant,
            subjectOf(tenant, { kind: 'MEMBER', guid: person }),
          ])
        ).rowCount,
      ).toBe(1);
    });

    it('the keys of what was just written are kept, and who writes on without them takes the stored ones', async () => {
      const [tenant, person] = [v7(), v7()];
      const one = await openStore();
      const stream = aStream();
      const subjects = {
        text: textSubject(tenant, stream),
        member: subjectOf(tenant, { kind: 'MEMBER', guid: person }),
      };
      const append = (store: PostgresEventStore, expected: number, remark: string) =>
        store.append(named(tenant, stream, expected, { userGuid: person, remark }));
      expect((await append(one, 0, 'first')).status).toBe('written');

      const {
        rows: [stored],
      } = await admin.query<{ wrapped: Buffer }>(
        'delete from subject_keys where tenant = $1 and subject = $2 returning wrapped',
        [tenant, subjects.text],
      );
      const keys = await one.vault.keysOf(tenant, Object.values(subjects));
      expect([keys.get(subjects.text), keys.get(subjects.member)]).not.toContain(null);
      await admin.query('insert into subject_keys (tenant, subject, wrapped) values ($1, $2, $3)', [
        tenant,
        subjects.text,
        stored!.wrapped,
      ]);

      expect((await append(await openStore(), 1, 'second')).status).toBe('written');
      expect(
        (await readAll(await openStore(), tenant)).map((event) => (event.data as { remark: string }).remark),
      ).toEqual(['first', 'second']);
      expect(
        (await admin.query('select from subject_keys where tenant = $1 and subject = $2', [tenant, subjects.text]))
          .rowCount,
      ).toBe(1);
    });

    it('reserved names are nowhere in plain form', async () => {
      const tenant = v7();
      await store.append(note(tenant, aStream(), 0, { reservations: ['email:anna@example.com'] }));
      const { rows } = await admin.query<{ key: string }>('select key from reservations where tenant = $1', [tenant]);
      expect(rows).toHaveLength(1);
      expect(rows[0]!.key).not.toContain('anna');
    });
  });
});

/** Forwards everything; on demand it drops the server's next answer and closes both sides. */
async function cuttingProxy(target: URL): Promise<{ port: number; cutNextAnswer(): void; close(): Promise<void> }> {
  let cut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (sockets.delete(socket), client.destroy(), upstream.destroy()));
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (!cut) return void client.write(chunk);
      cut = false;
      client.destroy();
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: () => (cut = true),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
