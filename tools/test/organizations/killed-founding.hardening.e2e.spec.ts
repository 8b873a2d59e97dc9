import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandIdOf, guidsOf } from '@plimsoll/api/commands/command-identity';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { startReactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import type { RunningApi } from '../../../services/api/test/running-api.ts';
import { TestApplication, type Answer, type TestPerson } from '../../../services/api/test/test-application.ts';
import { allMigrations } from '@plimsoll/launcher/migrations';

const KILLS = process.env['HARDENING'] === 'long' ? 50 : 2;

/** First events of a new organization. */
const FOUNDED = ['OrganizationCreated', 'BillingOpened', 'MemberJoined'];

let app: TestApplication;
let admin: pg.Client;
let apart: RunningApi;

beforeAll(async () => {
  app = await TestApplication.start({}, allMigrations);
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  apart = await app.moveApart();
  // They follow the log from where they first began.
  await withReactors(async () => undefined);
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const found = (by: TestPerson & { token: string }, name: string, key: string): Promise<Answer> =>
  app.call('POST', '/orgs', {
    token: by.token,
    headers: { 'Idempotency-Key': key },
    body: { creatorGuid: by.userGuid, name, sizeRange: 'ONE_TO_TEN' },
  });
const entriesOf = async (guid: string): Promise<readonly RecordedEvent[]> => {
  const loaded = await app.api.application.store.load(INSTALLATION_TENANT, { kind: 'registered-organization', guid });
  return loaded.events;
};
const eventsOf = async (guid: string): Promise<readonly RecordedEvent[]> =>
  (await app.api.application.store.read(guid, 0, 100)).events;

/**
 * Founds an organization in a process that is killed after appending to the installation's log and before appending to
 * the organization's.
 * @returns the organization's guid.
 */
async function killedInBetween(by: TestPerson & { token: string }, name: string, key: string): Promise<string> {
  const guid = guidsOf(
    commandIdOf({ tenant: INSTALLATION_TENANT, userGuid: by.userGuid, method: 'POST', path: '/api/orgs', key }),
    key,
  )();
  // Nothing can be appended to a log whose head another transaction is creating.
  await admin.query('begin');
  await admin.query("insert into tenant_heads (tenant, hash) values ($1, sha256(convert_to($2, 'UTF8')))", [
    guid,
    guid,
  ]);
  const lost = found(by, name, key).then(
    () => 'answered',
    () => 'lost',
  );
  try {
    for (const giveUpAt = performance.now() + 10_000; (await entriesOf(guid)).length === 0; await sleep(2)) {
      if (performance.now() > giveUpAt) throw new Error('It was never entered');
    }
    await apart.kill();
    expect(await lost).toBe('lost');
    // The database would still execute the process's statement once the head is free.
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    for (const { pid } of rows) await admin.query('select pg_terminate_backend($1, 5000)', [pid]);
  } finally {
    await admin.query('rollback');
  }
  apart = await app.moveApart();
  expect([(await entriesOf(guid)).length, (await eventsOf(guid)).length]).toEqual([1, 0]);
  return guid;
}

async function expectFounded(guid: string, by: TestPerson & { token: string }): Promise<void> {
  const [entries, own] = [await entriesOf(guid), await eventsOf(guid)];
  expect(entries.map(({ type }) => type)).toEqual(['OrganizationRegistered']);
  expect(own.map(({ type }) => type)).toEqual(FOUNDED);
  await app.caughtUp(guid, own.length);
  await app.caughtUp(INSTALLATION_TENANT, entries.at(-1)!.position);
  const { username } = own[0]!.data as { username: string };
  const token = await app.signIn(by);
  expect((await app.call('GET', `/orgs?matching=${username}`, { token })).body.items).toMatchObject([{ guid }]);
  expect((await app.call('GET', `/org-memberships?organizationGuid=${guid}`, { token })).body.items).toMatchObject([
    { userAccount: { guid: by.userGuid }, isAdmin: true },
  ]);
}

async function withReactors(work: () => Promise<void>): Promise<void> {
  const { appDatabaseUrl, projectorDatabaseUrl, sealingKey, publicUrl } = app.options;
  const reactors = await startReactors({
    appDatabaseUrl,
    projectorDatabaseUrl: projectorDatabaseUrl!,
    sealingKey,
    publicUrl,
  });
  const rest = await reactors.runCommands(followUpsOf(app.api.application, followUps));
  try {
    await work();
  } finally {
    await rest();
    await reactors.close();
  }
}

/** Followers of the log find the entry without a request. */
const completedByReactors = (guid: string): Promise<void> =>
  withReactors(async () => {
    for (
      const giveUpAt = performance.now() + 20_000;
      (await eventsOf(guid)).length < FOUNDED.length && performance.now() < giveUpAt;
      await sleep(20)
    );
  });

test(
  `an organization that is founded while the process is killed between the two logs, ${KILLS} times: it is one, with one ID and its admin in it, after the repetition or by the reactors alone`,
  async () => {
    const carryOut = followUpsOf(app.api.application, followUps);
    for (let kill = 0; kill < KILLS; kill++) {
      const person = await app.register(`Founder ${kill}`);
      const by = { ...person, token: await app.signIn(person) };
      const [name, key] = [`Killed Works ${kill}`, randomUUID()];
      const guid = await killedInBetween(by, name, key);
      if (kill % 2 === 0) {
        expect(await found(by, name, key)).toMatchObject({
          status: 201,
          body: { guid, name, username: `killed-works-${kill}`, isAdmin: true },
        });
      } else {
        await completedByReactors(guid);
      }
      await expectFounded(guid, by);
      // A late caller finds it done.
      expect(await carryOut({ id: randomUUID(), kind: 'COMPLETE_ORGANIZATION', ids: { organization: guid } })).toEqual({
        done: 'Carried out',
      });
      expect(await found(by, name, key)).toMatchObject({ status: 201, body: { guid } });
      await expectFounded(guid, by);
    }
  },
  60_000 + KILLS * 15_000,
);
