import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import type { Executed } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { RecordCheckpoint } from './record-checkpoint.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let owner: pg.Client;
let org: string;
let admin: SignedInPerson;
let reporter: SignedInPerson;
let nurse: SignedInPerson;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  owner = new pg.Client({ connectionString: app.database.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await app?.stop();
});
beforeEach(async () => {
  org = await app.found('Audited Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  reporter = await app.member(org, 'standard', 'Ruth Reed');
  nurse = await app.member(org, ['SEE_INJURY_DATA', 'VIEW_OTHER_USERS_EVENTS'], 'Nia Kerr');
});

const ask = (path: string, by: SignedInPerson = admin): Promise<Answer> => app.call('GET', path, { token: by.token });
const audit = (path: string, by: SignedInPerson = admin): Promise<Answer> => ask(`/orgs/${org}/audit/${path}`, by);
const nearMiss = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  regionGuid: albertaGuid,
  location: 'North quay',
  description: 'A sling slipped.',
  components,
};
const injury = {
  ...nearMiss,
  formGuid: injuryForm.formGuid,
  injuredPersons: [{ name: 'Olga Fern', personType: 'CONTRACTOR', nature: '111', classification: 'MEDICAL_AID' }],
  components: [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
    },
  ],
};
async function report(body: object, by: SignedInPerson = reporter): Promise<string> {
  const answer = await app.call('POST', '/reported-events', { token: by.token, body });
  expect([answer.status, answer.body.className]).toEqual([201, undefined]);
  await app.caughtUp(org, positionOf(answer.headers.get('position')!, org)!);
  return answer.body.eventId;
}
const accesses = async (
  query = '',
): Promise<
  {
    action: string;
    person: { name: string; kind: string };
    record: { guid: string; label: string } | null;
    route: string;
    count: number;
  }[]
> => (await audit(`accesses${query}`)).body.items;

/** Runs the work while the access log cannot be written. */
async function whileUnwritable<T>(work: () => Promise<T>): Promise<T> {
  await owner.query('revoke insert on accesses from plimsoll_app');
  try {
    return await work();
  } finally {
    await owner.query('grant insert on accesses to plimsoll_app');
  }
}

test('viewing a sensitive event of others is logged, and viewing an own or an ordinary one is not', async () => {
  const [hurt, close] = [await report(injury), await report(nearMiss)];
  for (const guid of [hurt, close])
    for (const by of [reporter, nurse]) expect((await ask(`/reported-events/${guid}`, by)).status).toBe(200);
  expect((await ask(`/reported-events/${hurt}/history`, nurse)).status).toBe(200);
  expect((await ask(`/reported-events/${hurt}/attachments`, nurse)).status).toBe(200);
  await ask('/reported-events', nurse);
  const written = await accesses(`?personGuid=${nurse.userGuid}`);
  expect(
    written.map(({ action, person, record, route, count }) => [
      action,
      person.name,
      person.kind,
      record!.guid,
      record!.label,
      route,
      count,
    ]),
  ).toEqual(
    ['/attachments', '/history', ''].map((end) => [
      'VIEW',
      'Nia Kerr',
      'USER',
      hurt,
      'Event 1',
      `GET /api/reported-events/{eventId}${end}`,
      1,
    ]),
  );
  expect(await accesses(`?personGuid=${reporter.userGuid}`)).toEqual([]);
  expect((await audit('accesses?recordGuid=' + close)).body).toMatchObject({
    items: [],
    totalCount: 0,
    nextCursor: null,
  });
});

test('feed calls that give events, downloads, replays and exports are written down; an empty feed call is not', async () => {
  const eventId = await report(nearMiss);
  const {
    body: { key, keyGuid },
  } = await app.call('POST', `/orgs/${org}/api-keys`, {
    token: admin.token,
    body: {
      name: 'Warehouse',
      scopes: ['FEED'],
      level: 'FACTS',
      includeSensitive: false,
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    },
  });
  const feed = (after: number) =>
    fetch(`${app.url}/api/feed?after=${after}`, { headers: { authorization: `Bearer ${key}` } });
  expect([(await feed(0)).status, (await feed(9_999)).status]).toEqual([200, 200]);
  const attachmentGuid = uuidv7();
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
    .jpeg()
    .toBuffer();
  expect(
    (
      await app.call('PUT', `/reported-events/${eventId}/attachments/${attachmentGuid}?name=Quay.jpg`, {
        token: reporter.token,
        body: photo,
      })
    ).status,
  ).toBe(200);
  expect((await ask(`/reported-events/${eventId}/attachments/${attachmentGuid}/content`, nurse)).status).toBe(200);
  expect((await ask(`/reported-events/${eventId}?revision=1`, nurse)).status).toBe(200);
  expect((await audit(`records/incident/${eventId}`)).status).toBe(200);
  expect((await audit('accesses/export')).status).toBe(200);
  expect((await accesses()).map(({ action, person, count }) => [action, person.name, person.kind, count])).toEqual([
    ['EXPORT', 'Anna Lund', 'USER', 4],
    ['REPLAY', 'Anna Lund', 'USER', 2],
    ['REPLAY', 'Nia Kerr', 'USER', 1],
    ['DOWNLOAD', 'Nia Kerr', 'USER', 1],
    ['FEED', 'Warehouse', 'API_KEY', 1],
  ]);
  expect((await accesses('?action=FEED')).map(({ record }) => record)).toEqual([null]);
  expect(await accesses(`?personGuid=${keyGuid}`)).toHaveLength(1);
});

test('what cannot be written down is not answered: 503, and no word of it', async () => {
  const [hurt, close] = [await report(injury), await report(nearMiss)];
  const {
    body: { key },
  } = await app.call('POST', `/orgs/${org}/api-keys`, {
    token: admin.token,
    body: {
      name: 'Warehouse',
      scopes: ['FEED'],
      level: 'TEXT',
      includeSensitive: true,
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    },
  });
  const paths = [
    `/reported-events/${hurt}`,
    `/reported-events/${hurt}/history`,
    `/reported-events/${hurt}?revision=1`,
    `/reported-events/${hurt}/attachments`,
    `/orgs/${org}/audit/records/incident/${hurt}`,
    `/orgs/${org}/audit/changes/export`,
    `/orgs/${org}/audit/accesses/export`,
    '/feed',
  ];
  await whileUnwritable(async () => {
    for (const path of paths) {
      const answer = await app.call('GET', path, { token: path === '/feed' ? key : admin.token });
      expect([path, answer.status, answer.body.className, answer.headers.get('next-after')]).toEqual([
        path,
        503,
        'Unavailable',
        null,
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(/sling|Fern|Ruth/);
    }
    expect((await ask(`/reported-events/${close}`)).status).toBe(200);
  });
  expect((await ask(`/reported-events/${hurt}`)).status).toBe(200);
  await expect(owner.query('set role plimsoll_app; update accesses set route = null')).rejects.toThrow(
    /permission denied/,
  );
  await owner.query('rollback').catch(() => undefined);
  await owner.query('reset role');
});

test('the change log tells who did what to which record, page by page, and narrows by time, person, kind and record', async () => {
  const eventId = await report(nearMiss);
  const { status, headers } = await app.call('PATCH', `/reported-events/${eventId}`, {
    token: reporter.token,
    body: { location: 'South quay' },
  });
  expect(status).toBe(200);
  const { body } = await app.call('GET', `/orgs/${org}/audit/changes?limit=2`, {
    token: admin.token,
    headers: { 'At-Least': headers.get('Position')! },
  });
  expect(body.items.map((item: object) => ({ ...item, at: '', recordedAt: '', seal: '' }))).toEqual(
    [2, 1].map((revision) => ({
      position: body.items[0].position - 2 + revision,
      revision,
      at: '',
      recordedAt: '',
      actor: { userGuid: reporter.userGuid, name: 'Ruth Reed', kind: 'USER' },
      onBehalfOf: null,
      kind: 'incident',
      record: { kind: 'incident', guid: eventId, label: 'Event 1' },
      type: revision === 2 ? 'IncidentAmended' : 'IncidentReported',
      summary: revision === 2 ? 'Incident amended' : 'Incident reported',
      seal: '',
    })),
  );
  const all = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await audit(`changes?limit=2${cursor && `&cursor=${cursor}`}`);
    all.push(...page.body.items.map(({ position }: { position: number }) => position));
    cursor = page.body.nextCursor;
  }
  expect(all).toEqual(Array.from({ length: body.totalCount }, (_, index) => body.totalCount - index));
  const count = async (query: string) => (await audit(`changes?${query}`)).body.totalCount;
  expect(await count(`recordGuid=${eventId}`)).toBe(2);
  expect(await count(`actorGuid=${reporter.userGuid}&kind=incident`)).toBe(2);
  expect(await count('kind=worksite')).toBe(0);
  const { recordedAt } = body.items[0];
  expect([await count(`from=${recordedAt}`), await count(`to=${recordedAt}`)]).toEqual([1, body.totalCount]);
  expect(await count(`to=2020-01-01T00:00:00.000Z`)).toBe(0);
  for (const query of ['limit=1000000000', 'cursor=x', 'cursor=-1', 'from=yesterday', 'actorGuid=1', 'kind=Incident!'])
    expect([query, (await audit(`changes?${query}`)).status]).toEqual([query, 400]);
  expect((await audit('changes', nurse)).status).toBe(403);
});

test('actions of the system are shown as such, and not as those of a person who has left', async () => {
  const signed = {
    position: 1,
    hash: 'a'.repeat(64),
    time: '2026-03-02T09:00:00.000Z',
    keyId: 'b'.repeat(16),
    signature: `${'c'.repeat(86)}==`,
  };
  const outcome = await app.api.application.commands.execute(
    new RecordCheckpoint(systemEnvelope({ tenant: org }), signed),
  );
  await app.caughtUp(org, (outcome as Executed).position!);
  const {
    body: {
      items: [change],
    },
  } = await audit('changes?kind=checkpoint');
  const {
    body: { events },
  } = await audit(`records/checkpoint/${change.record.guid}`);
  for (const { actor } of [change, events.at(-1)])
    expect(actor).toEqual({ userGuid: PRODUCT_GUID, name: 'Plimsoll', kind: 'SYSTEM' });
});

test('an export is the whole list, the oldest first, as a table or as lines of JSON', async () => {
  await app.createWorksite(org, '=cmd|"calc"!A1');
  const {
    body: { totalCount, items },
  } = await audit('changes');
  const csv = await audit('changes/export');
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  const lines = (csv.body as string).trimEnd().split('\r\n');
  expect(lines).toHaveLength(totalCount + 1);
  expect(lines[0]).toMatch(/^position,revision,at,/);
  expect(lines.at(-1)).toContain(`"'=cmd|""calc""!A1"`);
  const exported = await fetch(`${app.url}/api/orgs/${org}/audit/changes/export?format=ndjson`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(
    (await exported.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual(items.toReversed());
});

test('a record is replayed as the log knew it, with each event and its hash, and equals what was answered at the time', async () => {
  const eventId = await report(nearMiss);
  const first = (await ask(`/reported-events/${eventId}`, reporter)).body;
  const amended = await app.call('PATCH', `/reported-events/${eventId}`, {
    token: reporter.token,
    body: { location: 'South quay' },
  });
  const second = (
    await app.call('GET', `/reported-events/${eventId}`, {
      token: reporter.token,
      headers: { 'At-Least': amended.headers.get('Position')! },
    })
  ).body;
  const now = (await audit(`records/incident/${eventId}`)).body;
  // Allowed commands and open questions are no part of the record.
  const recordOf = ({ allowedCommands: _, mayAddTask: __, openQuestions: ___, ...record }: typeof second) => record;
  expect(now.state).toEqual(recordOf(second));
  expect(now).toMatchObject({
    kind: 'incident',
    guid: eventId,
    revision: 2,
    events: [
      { revision: 1, type: 'IncidentReported', actor: { name: 'Ruth Reed' }, data: { location: 'North quay' } },
      { revision: 2, type: 'IncidentAmended' },
    ],
  });
  expect(now.events.every(({ hash }: { hash: string }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const then = (await audit(`records/incident/${eventId}?asOfPosition=${now.events[0].position}`)).body;
  expect([then.state, then.events]).toEqual([recordOf(first), now.events.slice(0, 1)]);
  expect((await audit(`records/incident/${eventId}?asOf=${now.events[0].recordedAt}`)).body.revision).toBe(1);
  const refused = async (path: string) =>
    ((answer) => [answer.status, answer.body.className])(await audit(`records/${path}`));
  expect(await refused(`incident/${uuidv7()}`)).toEqual([404, 'RecordNotFound']);
  expect(await refused(`incident/${eventId}?asOfPosition=1`)).toEqual([404, 'RecordNotFound']);
  for (const query of [
    'asOfPosition=999999',
    'asOf=2199-01-01T00:00:00.000Z',
    'asOfPosition=1&asOf=2026-01-01T00:00:00.000Z',
    'asOf=then',
  ])
    expect(await refused(`incident/${eventId}?${query}`)).toEqual([400, 'MalformedRequest']);
  expect((await refused(`nothing/${eventId}`))[0]).toBe(400);
});

test('every record that the change log names can be replayed, of whatever kind it is', async () => {
  await report(nearMiss);
  await app.createWorksite(org, 'Yard');
  await app.createReportingGroup(org, 'Crew');
  const made = await app.call('POST', `/orgs/${org}/api-keys`, {
    token: admin.token,
    body: {
      name: 'Warehouse',
      scopes: ['FEED'],
      level: 'FACTS',
      includeSensitive: false,
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    },
  });
  await app.caughtUp(org, positionOf(made.headers.get('position')!, org)!);
  const {
    body: { items },
  } = await audit('changes?limit=100');
  const states = new Map<string, unknown>();
  for (const {
    kind,
    record: { guid },
  } of items) {
    const replayed = await audit(`records/${kind}/${guid}`);
    expect([kind, replayed.status]).toEqual([kind, 200]);
    states.set(kind, replayed.body.state);
  }
  expect(states.get('worksite')).toMatchObject({ name: 'Yard', state: 'ACTIVE' });
  expect(states.get('reporting-group')).toMatchObject({ name: 'Crew', state: 'ACTIVE' });
  expect(states.get('api-key')).toMatchObject({ name: 'Warehouse', state: 'ACTIVE' });
  expect(states.get('member')).toMatchObject({ state: 'MEMBER' });
  expect(states.get('organization')).toMatchObject({ name: { is: 'Audited Works' } });
});
