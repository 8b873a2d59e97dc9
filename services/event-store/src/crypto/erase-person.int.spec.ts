import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { privacyEvents } from '@plimsoll/contracts/privacy/events';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { aStream, conformanceContracts, note, readAll } from '../conformance/store-under-test.ts';
import { erasePerson } from './erase-person.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { KeyVault } from './key-vault.ts';
import { eventStoreMigrations } from '../postgres/event-store-migrations.ts';
import { openPostgresEventStore, type PostgresEventStore } from '../postgres/postgres-event-store.ts';

let database: TestDatabase;
let store: PostgresEventStore;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  store = await openPostgresEventStore({
    appUrl: database.appUrl,
    registry: new EventRegistry([...conformanceContracts, ...privacyEvents]),
    sealingKey: randomBytes(32),
  });
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

const incident = aStream('incident');
const named = (tenant: string, expect: number, guid: string) =>
  note(tenant, incident, expect, {
    records: [
      {
        stream: incident,
        event: {
          type: 'PersonNamed',
          data: { userGuid: null, personGuid: guid, name: 'Anna', remark: 'kept', answers: [] },
        },
      },
    ],
  });

function erasure(tenant: string, guid: string) {
  const { commandId, fingerprint, metadata } = note(tenant, incident, 0);
  return {
    tenant,
    commandId,
    fingerprint,
    metadata,
    subject: { kind: 'RELATED', incidentGuid: incident.guid, guid } as const,
  };
}

const namesIn = async (tenant: string) =>
  (await readAll(store, tenant))
    .filter(({ type }) => type === 'PersonNamed')
    .map(({ data }) => (data as { name: string }).name);

it('says in the log who was erased, by guids alone, and then destroys the key; the incident does not move on by it', async () => {
  const [tenant, guid] = [v7(), v7()];
  await store.append(named(tenant, 0, guid));
  expect(await erasePerson(store, store.vault, erasure(tenant, guid))).toMatchObject({
    status: 'erased',
    position: 2,
    revision: 1,
  });
  expect(await namesIn(tenant)).toEqual([ERASED]);
  const [, erased] = await readAll(store, tenant);
  expect(erased).toMatchObject({
    type: 'PersonErased',
    data: { kind: 'RELATED', guid, incidentGuid: incident.guid },
    stream: { kind: 'erasure' },
  });
  expect(await store.append(named(tenant, 1, guid))).toMatchObject({ status: 'written', revision: 2 });
  expect(await namesIn(tenant)).toEqual([ERASED, ERASED]);
  expect(await store.verify(tenant)).toMatchObject({ intact: true, events: 3 });
});

it('that was stopped before the key was gone is completed by the same command, and is recorded once', async () => {
  const [tenant, guid] = [v7(), v7()];
  await store.append(named(tenant, 0, guid));
  const same = erasure(tenant, guid);
  const stopped: KeyVault = {
    keysOf: (...wanted) => store.vault.keysOf(...wanted),
    eraseSubject: () => Promise.reject(new Error('stopped')),
  };
  await expect(erasePerson(store, stopped, same)).rejects.toThrow('stopped');
  expect(await namesIn(tenant)).toEqual(['Anna']);
  expect((await readAll(store, tenant)).map(({ type }) => type)).toEqual(['PersonNamed', 'PersonErased']);
  const first = await erasePerson(store, store.vault, same);
  expect(first).toMatchObject({ status: 'erased', position: 2 });
  expect(await erasePerson(store, store.vault, same)).toEqual(first);
  expect(await namesIn(tenant)).toEqual([ERASED]);
  expect(await readAll(store, tenant)).toHaveLength(2);
  expect(await erasePerson(store, store.vault, { ...same, fingerprint: Buffer.alloc(32, 9) })).toEqual({
    status: 'reused',
  });
});

it('by two at once is recorded twice and done', async () => {
  const [tenant, guid] = [v7(), v7()];
  await store.append(named(tenant, 0, guid));
  const answers = await Promise.all(
    [erasure(tenant, guid), erasure(tenant, guid)].map((one) => erasePerson(store, store.vault, one)),
  );
  expect(answers.map(({ status }) => status)).toEqual(['erased', 'erased']);
  expect(await namesIn(tenant)).toEqual([ERASED]);
});
