import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 } from 'uuid';
import { aStream, conformanceContracts, note } from '../conformance/store-under-test.ts';
import { EventRegistry } from '../port/event-registry.ts';
import { eventStoreMigrations } from './event-store-migrations.ts';
import { migrate, MigrationError } from '@plimsoll/postgres/migrate';
import { openPostgresEventStore } from './postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

it('a database that has every migration is left as it is', async () => {
  expect(await migrate(database.adminUrl, eventStoreMigrations)).toEqual([]);
});

it('processes that start together migrate once', async () => {
  const step = { name: 'together', sql: 'create table together (tenant uuid)' };
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.adminUrl, [step])));
  expect(ran.flat()).toEqual(['together']);
});

it('a step that has run may not change; a repeatable one runs again when it did', async () => {
  const first = [
    { name: 'once', sql: 'create table once_made (tenant uuid)' },
    { name: 'again', sql: 'create or replace view again as select 1 as one', repeatable: true },
  ];
  expect(await migrate(database.adminUrl, first)).toEqual(['once', 'again']);
  const changed = [first[0]!, { ...first[1]!, sql: 'create or replace view again as select 1 as one, 2 as two' }];
  expect(await migrate(database.adminUrl, changed)).toEqual(['again']);
  expect((await admin.query('select two from again')).rows).toEqual([{ two: 2 }]);
  await expect(
    migrate(database.adminUrl, [{ ...first[0]!, sql: 'create table once_made (tenant uuid, more int)' }]),
  ).rejects.toThrow(/once has run .* changed/);
});

it('a step that fails leaves nothing behind, and the steps before it stay', async () => {
  const steps = [
    { name: 'good', sql: 'create table good (tenant uuid)' },
    { name: 'bad', sql: 'create table bad (tenant uuid); select 1 / 0' },
  ];
  await expect(migrate(database.adminUrl, steps)).rejects.toThrow(/bad: division by zero/);
  expect((await admin.query("select to_regclass('good')::text as good, to_regclass('bad')::text as bad")).rows).toEqual(
    [{ good: 'good', bad: null }],
  );
  expect(await migrate(database.adminUrl, [steps[0]!])).toEqual([]);
});

it('what a migration makes belongs to plimsoll_owner', async () => {
  await migrate(database.adminUrl, [
    { name: 'owned', sql: 'create table owned (id bigserial, tenant uuid); create view owned_view as select 1 as one' },
  ]);
  const { rows } = await admin.query(
    "select distinct pg_get_userbyid(relowner) as owner from pg_class where relname in ('owned', 'owned_view', 'owned_id_seq')",
  );
  expect(rows).toEqual([{ owner: 'plimsoll_owner' }]);
});

it('runs as an administrator who is no superuser, and refuses one whom row-level security holds', async () => {
  const name = `managed_${randomBytes(4).toString('hex')}`;
  const urlOf = (user: string) => {
    const url = new URL(database.adminUrl);
    Object.assign(url, { username: user, password: 'x', pathname: `/${name}` });
    return url.toString();
  };
  await admin.query(`create role ${name} login createrole bypassrls password 'x'`);
  await admin.query(`create role ${name}_held login createrole password 'x'`);
  // On a server that already has the roles, such an administrator has been granted them.
  await admin.query(`grant plimsoll_owner, plimsoll_append to ${name} with admin option`);
  await admin.query(`create database ${name} owner ${name}`);
  try {
    await expect(migrate(urlOf(`${name}_held`), eventStoreMigrations)).rejects.toThrow(MigrationError);
    expect(await migrate(urlOf(name), eventStoreMigrations)).toHaveLength(eventStoreMigrations.length);
    const appUrl = new URL(database.appUrl);
    appUrl.pathname = `/${name}`;
    const store = await openPostgresEventStore({
      appUrl: appUrl.toString(),
      registry: new EventRegistry(conformanceContracts),
      sealingKey: randomBytes(32),
    });
    expect(await store.append(note(v7(), aStream(), 0))).toMatchObject({ status: 'written' });
    await store.close();
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`revoke plimsoll_owner, plimsoll_append from ${name} cascade`);
    await admin.query(`drop role ${name}, ${name}_held`);
  }
});
