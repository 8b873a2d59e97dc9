import { fork } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope, PRODUCT_ACTOR } from '@plimsoll/api/commands/own-envelope';
import { ExportIncidents } from '@plimsoll/api/incidents/export-incidents';
import { SaveView } from '@plimsoll/api/incidents/save-view';
import { followUps } from '@plimsoll/api/follow-ups';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { RegisterUser } from '@plimsoll/api/identity/register-user';
import { SetPassword } from '@plimsoll/api/identity/set-password';
import { erasePersonAndDrafts } from '@plimsoll/api/privacy/erase-person';
import type { NewErasure } from '@plimsoll/api/privacy/request-erasure';
import type { ResourceOptions } from '@plimsoll/api/resources';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { startReactors } from '@plimsoll/reactors/start-reactors';
import { startApi, type Api } from '@plimsoll/api/main';
import { SetLoadLines } from '@plimsoll/api/metrics/set-load-lines';
import { AddMember } from '@plimsoll/api/organizations/add-member';
import { AnswerMembershipRequest } from '@plimsoll/api/organizations/answer-membership-request';
import { AnswerInvitation } from '@plimsoll/api/organizations/answer-invitation';
import { AskToJoin } from '@plimsoll/api/organizations/ask-to-join';
import { SendInvitation } from '@plimsoll/api/organizations/send-invitation';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import type { Erasure } from '@plimsoll/event-store/erase-person';
import { everyRow } from '@plimsoll/postgres/every-row';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { ListInvitations } from '@plimsoll/projections/invitation-list/query';
import { projections } from '@plimsoll/projections/projections';
import { reprojectTenant } from '@plimsoll/projections/runner/reproject-tenant';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { foundOrganizations, PASSWORD } from '../bench/bench-organizations.ts';
import { erasureSteps, type DyingErasure, type ErasureStep } from '../test/erasure-steps.ts';
import { openedBundle } from '../test/opened-bundle.ts';
import { verifyBundle } from './audit/verify-bundle.ts';
import { allMigrations } from './migrations.ts';
import { verifyProjections } from './read-models/verify.ts';
import { verifyLog } from './verify-log.ts';
import type { Workplace } from './workplace.ts';

const STRANGER = 'Zebulon Quartermain';
const MEMBER = { name: 'Wilhelmina Oxenford', emailAddress: 'wilhelmina@oxenford.example' };
const TRACES = /zebulon|quartermain|wilhelmina|oxenford/i;

let database: TestDatabase;
let api: Api;
let admin: pg.Client;
let organization: string;
let token: string;
let dataDir: string;
let keys: { signingKey: string; sealingKey: string };
let options: ResourceOptions;
const memberGuid = uuidv7();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-erasure-'));
  database = await createTestDatabase(allMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  keys = { signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64') };
  options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, filesDir: join(dataDir, 'files') };
  const [founded] = await foundOrganizations(options, 1);
  organization = founded!.tenant;
  api = await startApi({ ...options, host: '127.0.0.1', port: 0, publicUrl: 'http://localhost:3000', projector: true, logLevel: 'error' });
  const outcome = (await api.application.commands.execute(
    new AddMember(ownEnvelope({ tenant: organization }), { userGuid: memberGuid, ...MEMBER, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null }))) as Outcome;
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  token = (await call('POST', '/auth', { identifier: founded!.emailAddress, password: PASSWORD })).body.jwt;
});

afterAll(async () => {
  await admin?.end();
  await api?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the API answers; the test says what it should be
async function call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; headers: Headers; body: any }> {
  const answer = await fetch(`${api.address}/api${path}`, {
    method, headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }), ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Every row of every table of every read model, as the database writes it, of the sets that answer and of those beside. */
async function dumped(): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>('select unnest(tables) as name from read_model_sets order by 1');
  const rows: string[] = [];
  for (const { name } of tables) rows.push(...(await admin.query<{ row: string }>(`select t::text as row from ${name} t where tenant = $1`, [organization])).rows.map(({ row }) => `${name}: ${row}`));
  return rows;
}

const inHex = (word: string) => Buffer.from(word).toString('hex');

async function caughtUp(): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(`select from read_models m join tenant_heads h on h.tenant = $1
      left join projection_checkpoints c on c.projection = m.answers and c.tenant = h.tenant where c.position is distinct from h.position`, [organization]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}

const [care] = injuryForm.groups;
const [hospital, amputation] = care!.questions;

const reportOf = (injured: object) => ({
  formGuid: injuryForm.formGuid, formVersion: injuryForm.version, occurrenceDate: '2026-03-02', occurrenceTime: '14:30', regionGuid: regions[0]!.guid, location: 'Bay 3',
  description: 'A pallet slid from the forks.', injuredPersons: [{ personType: 'EMPLOYEE', classification: 'LOST_TIME', ...injured }],
  components: [{ groupGuid: care!.groupGuid, answers: [{ questionGuid: hospital!.questionGuid, value: true }, { questionGuid: amputation!.questionGuid, value: false }] }],
});

async function erase(subject: Erasure['subject']): Promise<void> {
  const commandId = uuidv7();
  const metadata: Erasure['metadata'] = {
    commandId, correlationId: commandId, causationId: null, actor: { userGuid: memberGuid, kind: 'USER' }, onBehalfOf: null,
    client: { product: 'test', device: 'SERVER' }, at: '2026-11-21T09:00:00.000Z', traceparent: null,
  };
  expect(await erasePersonAndDrafts(api.application.erasures.reached(), { tenant: organization, subject, commandId, fingerprint: createHash('sha256').update(commandId).digest(), metadata })).toMatchObject({ status: 'erased' });
}

const workplace = () => ({ configuration: { dataDir }, database, keys }) as unknown as Workplace;
const verified = () => printed(() => verifyLog(workplace(), { organization }));
const readModelsVerified = () => printed(() => verifyProjections(workplace(), []));

async function printed(command: () => Promise<number>): Promise<{ code: number; lines: string }> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const code = await command();
    return { code, lines: log.mock.calls.join('\n') };
  } finally {
    log.mockRestore();
  }
}

const figures = async () => ({
  dashboard: (await call('GET', '/dashboard/reported-events')).body,
  count: (await call('GET', '/reported-events')).body.totalCount,
});

test('of people who were erased nothing is left in any table of any read model, not even when a stale browser sends the name again; log, counts and rates stay', async () => {
  const made = [await call('POST', '/reported-events', reportOf({ name: STRANGER, treatment: `A splint for ${STRANGER}` })), await call('POST', '/reported-events', reportOf({ name: MEMBER.name, userAccountGuid: memberGuid }))];
  for (const { status, body } of made) expect([status, body.fieldErrors]).toEqual([201, undefined]);
  const views = `/orgs/${organization}/saved-views`;
  const watched = { filter: { text: MEMBER.name }, sortBy: 'NUMBER', sortDirection: 'ASCENDING' } as const;
  const envelope = () => ownEnvelope({ tenant: organization, actor: { ...PRODUCT_ACTOR, userGuid: memberGuid } });
  for (const command of [new SaveView(envelope(), uuidv7(), { name: `Of ${MEMBER.name}`, scope: 'ORGANIZATION', ...watched }, 0), new ExportIncidents(envelope(), uuidv7(), { userGuid: memberGuid, format: 'CSV', ...watched, eventCount: 1 })]) {
    expect(isExecuted((await api.application.commands.execute(command)) as Outcome)).toBe(true);
  }
  await caughtUp();
  expect((await dumped()).filter((row) => TRACES.test(row)).map((row) => row.split(':')[0]).sort()).toEqual(expect.arrayContaining(['incident_detail_v2', 'incident_view_v1', 'member_list_v3']));
  const before = await figures();
  const [stale] = await Promise.all([0].map(async () => call('GET', `/reported-events/${made[0]!.body.eventId}`)));
  const [injured] = stale!.body.injuredPersons;
  expect(injured.name).toBe(STRANGER);

  await erase({ kind: 'INJURED', incidentGuid: made[0]!.body.eventId, guid: injured.injuredPersonGuid });
  await erase({ kind: 'MEMBER', guid: memberGuid });
  await caughtUp();
  // Until the read models are folded anew they tell what the log does not any more, and no name is repeated.
  const beforeFolding = await readModelsVerified();
  expect(beforeFolding).toMatchObject({ code: 1, lines: expect.stringMatching(new RegExp(`incident-detail@2 {2}${organization} {2}incident_detail_v2: \\d+ of \\d+ rows are not what the log says, such as event_id `)) });
  expect(beforeFolding.lines).not.toMatch(TRACES);
  await reprojectTenant({ projectorUrl: database.projectorUrl, log: api.application.store, projections, tenant: organization });
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect(await figures()).toEqual(before);
  expect((await call('GET', views)).body).toEqual({ items: [], totalCount: 0 });
  expect(await verified()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
  expect(await readModelsVerified()).toMatchObject({ code: 0, lines: expect.stringMatching(/^Compared with the log: .*incident_detail_v2 2 rows.*; no difference$/) });

  const again = await call('PATCH', `/reported-events/${made[0]!.body.eventId}`, { injuredPersons: [{ injuredPersonGuid: injured.injuredPersonGuid, name: STRANGER, personType: 'EMPLOYEE', classification: 'LOST_TIME', treatment: `A splint for ${STRANGER}` }] }, { 'If-Match': `"${stale!.body.revision}"` });
  expect(again.status).toBe(200);
  await caughtUp();
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect((await admin.query<{ body: string }>('select body from events where tenant = $1', [organization])).rows.filter(({ body }) => TRACES.test(body))).toEqual([]);
  expect((await call('GET', `/reported-events/${made[0]!.body.eventId}`)).body.injuredPersons[0].name).toBe('erased');
  expect(await figures()).toEqual(before);
  expect(await verified()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
});

test('of somebody who was erased the reason for a limit is left nowhere; the limit, and that it was changed, stay', async () => {
  const setter = { ...PRODUCT_ACTOR, userGuid: uuidv7() };
  const reason = 'Zebulon Quartermain asked for it';
  const done = async (command: Parameters<typeof api.application.commands.execute>[0]) => {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  };
  const set = (limits: { trif: number; reason?: string }) => done(new SetLoadLines(ownEnvelope({ tenant: organization, actor: setter, kind: 'USER' }), 2025, { ltif: null, mvif: null, ...limits }, '2026-11-22'));
  await done(new AddMember(ownEnvelope({ tenant: organization }), { ...MEMBER, emailAddress: 'quartermain@oxenford.example', userGuid: setter.userGuid, isAdmin: true, userGroups: ['Standard'], reportingGroupGuid: null }));
  await set({ trif: 2 });
  await set({ trif: 1.5, reason });
  await caughtUp();
  const asked = async () => (await call('GET', '/dashboard/reported-events?from=2025-01&to=2025-12')).body.loadLines[0];
  expect(await asked()).toMatchObject({ trif: 1.5, reason, changes: { trif: { from: 2, reason } } });
  expect((await dumped()).filter((row) => row.includes(reason)).map((row) => row.split(':')[0])).toEqual(['load_line_v3']);

  await erase({ kind: 'MEMBER', guid: setter.userGuid });
  await caughtUp();
  await reprojectTenant({ projectorUrl: database.projectorUrl, log: api.application.store, projections, tenant: organization });
  expect(await asked()).toMatchObject({ trif: 1.5, reason: 'erased', changes: { trif: { from: 2, reason: 'erased' } } });
  expect((await dumped()).filter((row) => TRACES.test(row))).toEqual([]);
  expect((await admin.query<{ body: string }>('select body from events where tenant = $1', [organization])).rows.filter(({ body }) => TRACES.test(body))).toEqual([]);
  expect(await verified()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
});

test('of somebody who was invited, declined, asked to join, was let in and was erased nothing is left in any table of the database, not in plain form and not as bytes, and their address can be invited again', async () => {
  const asker = { userGuid: uuidv7(), ...MEMBER, emailAddress: 'asker@oxenford.example' };
  const done = async (command: Parameters<typeof api.application.commands.execute>[0]) => {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
    await caughtUp();
  };
  const boss = { ...PRODUCT_ACTOR, userGuid: uuidv7(), isAdmin: true };
  const invite = (recipientName: string, recipientEmailAddress = asker.emailAddress) => done(new SendInvitation(ownEnvelope({ tenant: organization, actor: boss, kind: 'USER' }), { recipientName, recipientEmailAddress }));
  await invite(MEMBER.name);
  // By another address of theirs, as somebody does whose link came there.
  await invite(MEMBER.name, 'second@oxenford.example');
  for (const address of [asker.emailAddress, 'second@oxenford.example']) await done(new AnswerInvitation(ownEnvelope({ tenant: organization, actor: { ...PRODUCT_ACTOR, userGuid: asker.userGuid }, kind: 'USER' }), address, 'DECLINED', asker));
  await invite(`Dr ${MEMBER.name}`);
  await done(new AskToJoin(ownEnvelope({ tenant: organization, actor: { ...PRODUCT_ACTOR, userGuid: asker.userGuid }, kind: 'USER' }), { ...asker, message: `${MEMBER.name} works on the quay.` }));
  await done(new AnswerMembershipRequest(ownEnvelope({ tenant: organization, actor: boss, kind: 'USER' }), asker.userGuid, { status: 'APPROVED' }));
  expect((await everyRow(admin)).filter((row) => TRACES.test(row)).map((row) => row.split(':')[0]!.replace(/^public\./, ''))).toEqual(expect.arrayContaining([expect.stringMatching(/^membership_request/), expect.stringMatching(/^member_list/), expect.stringMatching(/^invitation/)]));

  await erase({ kind: 'MEMBER', guid: asker.userGuid });
  await caughtUp();
  await reprojectTenant({ projectorUrl: database.projectorUrl, log: api.application.store, projections, tenant: organization });
  const left = await everyRow(admin);
  expect(left.length).toBeGreaterThan(20);
  expect(left.filter((row) => TRACES.test(row))).toEqual([]);
  expect(left.filter((row) => [MEMBER.name, 'Wilhelmina', 'Oxenford', 'oxenford'].some((word) => row.includes(inHex(word))))).toEqual([]);
  expect(await verified()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
  await invite('Somebody else');
  expect((await api.application.queries.execute(new ListInvitations(organization))).map(({ recipient_name }) => recipient_name)).toEqual(['Somebody else']);
});

test('a person is erased while others report: killed at each step it comes to its end, and no name is left in the dump, the feed, the files or a bundle', async () => {
  const NAME = 'Ottoline Farquharson';
  const named = /ottoline|farquharson/i;
  // Of the short form these, each of which leaves something else to be done.
  const steps = process.env['ERASURE_STEPS'] === 'all' ? (Object.keys(erasureSteps) as ErasureStep[]) : (['FILE_GONE', 'FOLDING', 'BUNDLES_GONE'] as const);
  const boss = await adminOf(organization);
  const as = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => call(method, path, body, { authorization: `Bearer ${boss.token}` }); // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever the API answers
  const [{ body: made }, { body: other }] = [await as('POST', '/reported-events', reportOf({ name: NAME, treatment: `A splint for ${NAME}` })), await as('POST', '/reported-events', reportOf({ name: 'Una Pell' }))];
  await caughtUp();
  const shown = async () => as('GET', `/reported-events/${made.eventId}`);
  const injured = (await shown()).body.injuredPersons[0].injuredPersonGuid as string;
  const photo = `/reported-events/${made.eventId}/attachments/${uuidv7()}`;
  await fetch(`${api.address}/api${photo}?name=Hand.txt`, { method: 'PUT', body: NAME, headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/octet-stream' } });
  expect((await as('PATCH', photo, { personGuids: [injured] })).status).toBe(200);
  const { body: { key } } = await as('POST', `/orgs/${organization}/api-keys`, { name: 'Warehouse', scopes: ['FEED'], level: 'TEXT', includeSensitive: true, expiresOn: new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10) });
  const feed = async () => (await fetch(`${api.address}/api/feed?after=0&limit=1000`, { headers: { authorization: `Bearer ${key}` } })).text();
  const bundles = `/orgs/${organization}/audit/bundles`;
  const bundled = async () => {
    let { body: bundle } = await as('POST', bundles, { personalData: 'WITH_KEYS', includeSensitive: true });
    while (bundle.status === 'MAKING') {
      await sleep(50);
      bundle = (await as('GET', `${bundles}/${bundle.bundleGuid}`)).body;
    }
    const answer = await fetch(`${api.address}/api${bundles}/${bundle.bundleGuid}/download`, { headers: { authorization: `Bearer ${boss.token}` } });
    const file = join(dataDir, `${bundle.bundleGuid}.zip`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    return { guid: bundle.bundleGuid as string, file, text: await openedBundle(file) };
  };
  const dashboard = async () => (await fetch(`${api.address}/api/dashboard/reported-events?from=2026-01&to=2026-12`, { headers: { authorization: `Bearer ${boss.token}` } })).text();
  const before = { feed: await feed(), bundle: await bundled(), dashboard: await dashboard() };
  // The feed tells of nobody’s name at any level.
  expect([before.feed, before.bundle.text, JSON.stringify((await shown()).body)].map((text) => named.test(text))).toEqual([false, true, true]);

  // What others do meanwhile, now and again: they report in another year, and read the event, which always answers.
  let isOver = false;
  const seen = new Set<string>();
  const load = Promise.all([0, 1].map(async () => {
    while (!isOver) {
      expect((await call('POST', '/reported-events', { ...reportOf({ name: 'Una Pell' }), occurrenceDate: '2024-05-04' })).status).toBe(201);
      const { status, body } = await shown();
      seen.add(`${status} ${body.injuredPersons?.[0]?.name}`);
      await sleep(50);
    }
  }));
  const [mine, hers] = [await ask(as, injured, NAME), await ask(as, (await as('GET', `/reported-events/${other.eventId}`)).body.injuredPersons[0].injuredPersonGuid, 'Una Pell')];
  // Nobody carries anything out yet: a hold that is placed while it waits stops it.
  const { body: hold } = await as('POST', `/orgs/${organization}/legal-holds`, { kind: 'INCIDENT', guid: other.eventId, reason: 'A claim' });
  const request: NewErasure = { erasureGuid: mine.erasureGuid, kind: 'INJURED', guid: injured, incidentGuid: made.eventId, requestedBy: boss.userGuid, reason: '', dueAt: '' };
  for (const step of steps) {
    const child = fork(fileURLToPath(new URL('../test/erasure-process.ts', import.meta.url)), { execArgv: [...process.execArgv], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    child.send({ options: { ...options, projector: false }, tenant: organization, request, step } satisfies DyingErasure);
    expect([step, (await ended)[1]]).toEqual([step, 'SIGKILL']);
  }
  const reactors = await startReactors({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, sealingKey: keys.sealingKey, publicUrl: 'http://localhost:3000', superviseSeconds: 1 });
  const rest = await reactors.carryOutCommands(followUpsOf(api.application, followUps, (fault) => console.error(fault)));
  try {
    const statusOf = async (guid: string) => (await as('GET', `/orgs/${organization}/erasures`)).body.items.find(({ erasureGuid }: { erasureGuid: string }) => erasureGuid === guid);
    await until(async () => (await statusOf(mine.erasureGuid)).status === 'DONE');
    await until(async () => (await reactors.jobs.failed()).length === 0 && (await statusOf(hers.erasureGuid)).isHeld);
    expect((await statusOf(hers.erasureGuid)).status).toBe('PENDING');
    await as('POST', `/orgs/${organization}/legal-holds/${hold.holdGuid}/release`, { reason: 'Settled' });
    await until(async () => (await statusOf(hers.erasureGuid)).status === 'DONE');
    isOver = true;
    await load;
    // Readers saw the old name or none, and nothing between.
    expect([...seen].sort()).toEqual([`200 ${NAME}`, '200 erased']);
    await caughtUp();
    expect(await dashboard()).toBe(before.dashboard);
    const dump = await everyRow(admin);
    expect(dump.filter((row) => named.test(row) || row.includes(inHex(NAME)))).toEqual([]);
    const after = { feed: await feed(), bundle: await bundled() };
    expect([after.feed, after.bundle.text].map((text) => named.test(text))).toEqual([false, false]);
    expect(after.feed).toContain(`"personGuid":"${injured}"`);
    expect((await verifyBundle(after.bundle.file, {})).intact).toBe(true);
    expect((await as('GET', `${bundles}/${before.bundle.guid}`)).status).toBe(404);
    expect((await fetch(`${api.address}/api${photo}/content`, { headers: { authorization: `Bearer ${boss.token}` } })).status).toBe(404);
    expect(readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.parentPath.includes('bundles'))).toEqual([]);
    expect(await verified()).toMatchObject({ code: 0, lines: expect.stringMatching(/ intact: /) });
    expect(await readModelsVerified()).toMatchObject({ code: 0, lines: expect.stringMatching(/no difference$/) });
    // What was asked for before there were reactors is told to nobody.
    await until(async () => (await reactors.mailbox!(boss.emailAddress)).length === 2);
    const mails = await reactors.mailbox!(boss.emailAddress);
    expect(mails.map(({ subject }) => subject)).toEqual(['An erasure is done in Works 1', 'An erasure is done in Works 1']);
    expect(mails.filter(({ text, html }) => named.test(`${text}${html}`) || text.includes('Una'))).toEqual([]);
  } finally {
    isOver = true;
    await rest();
    await reactors.close();
  }
}, 120_000);

async function ask(as: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>, guid: string, confirmation: string): Promise<any> { // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever the API answers
  const { status, body } = await as('POST', `/orgs/${organization}/erasures`, { kind: 'INJURED', guid, reason: 'Asked for by letter', confirmation });
  expect([status, body.status]).toEqual([201, 'PENDING']);
  return body;
}

/** An admin of an organization, signed in. */
async function adminOf(tenant: string): Promise<{ userGuid: string; emailAddress: string; token: string }> {
  const person = { userGuid: uuidv7(), name: 'Ada Quay', emailAddress: `${uuidv7()}@example.test` };
  for (const command of [new RegisterUser(ownEnvelope({ tenant: INSTALLATION_TENANT }), person), new SetPassword(ownEnvelope({ tenant: INSTALLATION_TENANT }), person.userGuid, PASSWORD), new AddMember(ownEnvelope({ tenant }), { ...person, isAdmin: true, userGroups: ['Standard'], reportingGroupGuid: null })]) {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }
  await caughtUp();
  await api.application.progress.catchUp(INSTALLATION_TENANT, ['account']);
  return { ...person, token: (await call('POST', '/auth', { identifier: person.emailAddress, password: PASSWORD })).body.jwt };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const began = Date.now(); !(await holds()); ) {
    if (Date.now() - began > 60_000) throw new Error('It did not come to it within a minute');
    await sleep(100);
  }
}
