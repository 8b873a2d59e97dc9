import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { startApi, type Api } from '@plimsoll/api/main';
import { ChangeMembership } from '@plimsoll/api/members/change-membership';
import { AddMember } from '@plimsoll/api/members/add-member';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { startReactors, type Reactors } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  foundOrganizations,
  PASSWORD,
  type BenchOrganization,
} from '../../../../tools/bench/load/bench-organizations.ts';
import { allMigrations } from '../migrations.ts';
import type { Workplace } from '../workplace.ts';
import { listReactors } from '../reactors/list.ts';
import { replayParkedOfReactors } from '../reactors/replay-parked.ts';
import { listUndelivered, retryUndelivered } from './undelivered.ts';

const PUBLIC_URL = 'http://localhost:3000';
let database: TestDatabase;
let admin: pg.Client;
let api: Api;
let reactors: Reactors;
let organization: BenchOrganization;
let token: string;
let keys: { signingKey: string; sealingKey: string };
const workplace = () => ({ database, keys }) as unknown as Workplace;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  keys = {
    signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealingKey: randomBytes(32).toString('base64'),
  };
  const options = {
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    publicUrl: PUBLIC_URL,
  };
  [organization] = (await foundOrganizations(options, 1)) as [BenchOrganization];
  reactors = await startReactors(options);
  api = await startApi({
    ...options,
    host: '127.0.0.1',
    port: 0,
    projector: true,
    logLevel: 'error',
    passwordMemoryKib: 1_024,
    mailbox: reactors.mailbox,
  });
  token = (await call('POST', '/auth', { identifier: organization.emailAddress, password: PASSWORD })).jwt;
});
afterAll(async () => {
  await api?.close();
  await reactors?.close();
  await admin?.end();
  await database?.drop();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any response; the test checks it
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`${api.address}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function run(command: object): Promise<void> {
  const outcome = (await api.application.commands.execute(command)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}

/** Creates a manager without an account, whose mails go to the invited address. */
async function manager(name: string): Promise<{ userGuid: string; emailAddress: string }> {
  const person = { userGuid: uuidv7(), name, emailAddress: `${randomBytes(4).toString('hex')}@example.test` };
  await run(
    new AddMember(systemEnvelope({ tenant: organization.tenant }), {
      ...person,
      isAdmin: false,
      userGroups: ['Manager'],
      reportingGroupGuid: null,
    }),
  );
  await api.application.runner?.catchUp();
  return person;
}

const [group] = nearMissForm.groups;
const [worst, before] = group!.questions;
const report = async (): Promise<string> =>
  (
    await call('POST', '/reported-events', {
      formGuid: nearMissForm.formGuid,
      formVersion: 1,
      occurrenceDate: '2026-03-02',
      regionGuid: regions[0]!.guid,
      location: 'North quay',
      description: 'A sling slipped. Nobody stood below.',
      components: [
        {
          groupGuid: group!.groupGuid,
          answers: [
            { questionGuid: worst!.questionGuid, value: 'FIRST_AID' },
            { questionGuid: before!.questionGuid, value: false },
          ],
        },
      ],
    })
  ).eventId;
const mailsTo = async (address: string): Promise<MailboxItem[]> =>
  mailbox.parse(await call('GET', `/mailbox?to=${encodeURIComponent(address)}`)).items;

async function eventually<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const seen = await look();
    if (holds(seen)) return seen;
    await sleep(50);
  }
  throw new Error('It did not come about');
}
const settledJobs = async (): Promise<number> =>
  Number(
    (await admin.query("select count(*) from jobs.job where state = 'completed' and data ->> 'kind' <> 'DIGEST'"))
      .rows[0].count,
  );

test('who asks for a review by the API causes a mail, which leads to the event; who has lost the right meanwhile gets none', async () => {
  const [vera, paul] = [await manager('Vera Quay'), await manager('Paul Quay')];
  const eventId = await report();
  await call('POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: vera.userGuid });
  const [mail] = await eventually(
    () => mailsTo(vera.emailAddress),
    (mails) => mails.length === 1,
  );
  expect(mail).toMatchObject({
    kind: 'REVIEW_REQUESTED',
    to: vera.emailAddress,
    subject: 'Event 1 is waiting for your review',
    link: `${PUBLIC_URL}/events/${eventId}`,
  });
  expect(mail!.text).not.toMatch(/sling/);

  // The reactors are paused meanwhile: the final state counts.
  const other = await report();
  await admin.query('begin');
  await admin.query('lock table reactor_checkpoints in exclusive mode');
  await call('POST', `/reported-events/${other}/request-review`, { reviewerGuid: paul.userGuid });
  await run(
    new ChangeMembership(systemEnvelope({ tenant: organization.tenant }), paul.userGuid, {
      isAdmin: false,
      organizationUserGroups: ['Standard'],
      permissions: [],
    }),
  );
  await api.application.runner?.catchUp();
  const done = await settledJobs();
  await admin.query('commit');
  await eventually(settledJobs, (count) => count === done + 1);
  expect(await mailsTo(paul.emailAddress)).toEqual([]);
});

test('undelivered mails are listed by guids and reasons, and retried by an operator', async () => {
  const ida = await manager('Ida Quay');
  const eventId = await report();
  await call('POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: ida.userGuid });
  await eventually(
    () => mailsTo(ida.emailAddress),
    (mails) => mails.length === 1,
  );
  const { rows } = await admin.query<{ id: string }>(
    `update jobs.job set state = 'failed', output = '{"reason": "Not delivered: the mail server answered 550"}' where data -> 'ids' ->> 'recipient' = $1 returning id`,
    [ida.userGuid],
  );
  await admin.query('delete from mailbox');
  const listed = await printed(() => listUndelivered(workplace()));
  expect(listed.lines).toContain(rows[0]!.id);
  expect(listed.lines).toContain('Not delivered: the mail server answered 550');
  expect(listed.lines).toContain('1 mail could not be sent');
  expect(listed.lines).not.toMatch(/Ida|@example/);
  expect(await printed(() => retryUndelivered(workplace(), [uuidv7()]))).toMatchObject({
    code: 1,
    lines: '0 mails are tried again',
  });
  expect(await printed(() => retryUndelivered(workplace(), [rows[0]!.id]))).toMatchObject({
    code: 0,
    lines: '1 mail is tried again',
  });
  await eventually(
    () => mailsTo(ida.emailAddress),
    (mails) => mails.length === 1,
  );
});

test('an operator sees since when there is each reactor, and what it has set aside; after the mend it is made up for', async () => {
  const ora = await manager('Ora Quay');
  const eventId = await report();
  const {
    rows: [head],
  } = await admin.query<{ position: string }>('select position from tenant_heads where tenant = $1', [
    organization.tenant,
  ]);
  await eventually(
    async () =>
      Number(
        (await admin.query('select position from reactor_checkpoints where tenant = $1', [organization.tenant])).rows[0]
          .position,
      ),
    (position) => position >= Number(head!.position),
  );
  // As if an older version had failed on it.
  await admin.query('begin');
  await admin.query('lock table reactor_checkpoints in exclusive mode');
  await call('POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: ora.userGuid });
  await admin.query(
    'update reactor_checkpoints set position = (select position from tenant_heads h where h.tenant = reactor_checkpoints.tenant) where tenant = $1',
    [organization.tenant],
  );
  await admin.query(
    `insert into parked_reactions (reactor, tenant, position, kind, stream, reason) select 'mail-who-is-asked', tenant, position, 'incident', $2, 'TypeError: no such thing' from tenant_heads where tenant = $1`,
    [organization.tenant, eventId],
  );
  await admin.query('commit');
  const listed = (await printed(() => listReactors(workplace()))).lines;
  expect(listed).toMatch(
    /^mail-who-is-asked {2}since \S+ {2}\d+ events behind in \d+ of \d+ organizations {2}1 set aside$/m,
  );
  expect(listed).toContain(`incident:${eventId}`);
  expect(await printed(() => replayParkedOfReactors(workplace()))).toMatchObject({
    code: 0,
    lines: '1 streams are back, 0 stay aside',
  });
  await eventually(
    () => mailsTo(ora.emailAddress),
    (mails) => mails.length === 1,
  );
});

async function printed(command: () => Promise<number>): Promise<{ code: number; lines: string }> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const code = await command();
    return { code, lines: log.mock.calls.join('\n') };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
