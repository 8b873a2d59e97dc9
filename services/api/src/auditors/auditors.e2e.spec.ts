import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import fc from 'fast-check';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { components } from '../../test/incidents/sample-incident.ts';
import { archiveEntries } from '../attachments/judging/archive-limits.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };
interface Reviewed {
  readonly route: string;
  readonly access: unknown;
  readonly auditors?: true;
}

/** Reviewed routes, in contrast to the list under test. */
const reviewed = Object.entries(
  JSON.parse(readFileSync(new URL('../../../../contracts/access.json', import.meta.url), 'utf8')) as Record<
    string,
    Reviewed
  >,
).map(([operationId, entry]) => ({ operationId, ...entry }));
const SEED = Number(process.env['AUDITOR_SEED'] ?? Date.now() % 1_000_000);
const SCOPES = Number(process.env['AUDITOR_SCOPES'] ?? 25);
const DAY_MS = 86_400_000;

let app: TestApplication;
let owner: pg.Client;
let org: string;
let elsewhere: string;
let admin: SignedInPerson;
let reporter: SignedInPerson;
let worksites: string[];
/** Reported incidents, as the test knows them. */
const reported: {
  eventId: string;
  occurrenceDate: string;
  formGuid: string;
  worksiteGuid: string;
  isSensitive: boolean;
  isDeleted: boolean;
}[] = [];

const everything = {
  name: 'Ida Berg',
  emailAddress: 'ida.berg@audit.example',
  firm: 'Berg & Vale',
  purpose: 'Yearly audit',
  from: '2026-01-01',
  to: '2026-12-31',
  includeSensitive: false,
  withNames: false,
};
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const grant = (more: object = {}, headers: Record<string, string> = {}, by: SignedInPerson = admin): Promise<Answer> =>
  app.call('POST', `/orgs/${org}/auditor-grants`, {
    token: by.token,
    body: { ...everything, expiresAt: inDays(30), ...more },
    headers,
  });
const codesOf = ({ body: { link, passcode } }: Answer): { token: string; passcode: string } => ({
  token: new URL(link).hash.slice(1),
  passcode,
});
const signIn = (codes: { token: string; passcode: string }): Promise<Answer> =>
  app.call('POST', '/auth/auditor', { body: codes });
async function auditor(
  more: object = {},
): Promise<{ grantGuid: string; token: string; codes: { token: string; passcode: string } }> {
  const made = await grant(more);
  expect([made.status, made.body.className, made.body.fieldErrors]).toEqual([201, undefined, undefined]);
  const codes = codesOf(made);
  const { status, body } = await signIn(codes);
  expect(status).toBe(200);
  return { grantGuid: made.body.grantGuid, token: body.jwt, codes };
}
/** Adds a photo to an event or a corrective action, and returns its guid. */
async function photo(at: string, name: string): Promise<string> {
  const attachmentGuid = uuidv7();
  const body = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer();
  const answer = await app.call('PUT', `${at}/attachments/${attachmentGuid}?name=${name}&organizationGuid=${org}`, {
    token: admin.token,
    body,
  });
  expect([name, answer.status]).toEqual([name, 200]);
  return attachmentGuid;
}
/** Asks for a corrective action of an event, with a photo. */
async function action(eventId: string): Promise<{ taskGuid: string; attachmentGuid: string }> {
  const taskGuid = uuidv7();
  const asked = await app.call('POST', `/tasks?organizationGuid=${org}`, {
    token: admin.token,
    body: { taskGuid, eventId, description: 'Fit a guard', dueDate: '2027-01-31', responsibleGuid: admin.userGuid },
  });
  expect([asked.status, asked.body.fieldErrors]).toEqual([201, undefined]);
  await app.caughtUp(org, positionOf(asked.headers.get('position')!, org)!);
  return { taskGuid, attachmentGuid: await photo(`/tasks/${taskGuid}`, 'guard.jpg') };
}
const accessesOf = async (
  personGuid: string,
): Promise<
  {
    action: string;
    route: string;
    count: number;
    record: { guid: string } | null;
    person: { name: string; kind: string };
  }[]
> =>
  (await app.call('GET', `/orgs/${org}/audit/accesses?limit=100&personGuid=${personGuid}`, { token: admin.token })).body
    .items;
const statusOf = async (grantGuid: string): Promise<string> =>
  (await app.call('GET', `/orgs/${org}/auditor-grants`, { token: admin.token })).body.items.find(
    (each: { grantGuid: string }) => each.grantGuid === grantGuid,
  ).status;

/** Lines of events in a bundle. */
function eventsIn(zip: Buffer): string {
  const entries = archiveEntries(zip);
  if (typeof entries === 'string') throw new Error(entries);
  const { at, packed } = entries.find(({ name }) => name === 'events.ndjson')!;
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  return inflateRawSync(zip.subarray(from, from + packed)).toString();
}

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  owner = new pg.Client({ connectionString: app.database.adminUrl });
  await owner.connect();
  org = await app.found('Audited Works');
  elsewhere = await app.found('Elsewhere');
  admin = await app.member(org, 'admin', 'Anna Lund');
  reporter = await app.member(org, 'standard', 'Ruth Reed');
  worksites = await Promise.all(['Quay', 'Yard', 'Shed'].map((name) => app.createWorksite(org, name)));
  const [question] = injuryForm.groups[0]!.questions;
  let position = 0;
  for (let index = 0; index < 24; index++) {
    const isSensitive = index % 3 === 0;
    const worksiteGuid = worksites[index % worksites.length]!;
    const occurrenceDate = `2026-0${1 + (index % 8)}-${String(1 + index).padStart(2, '0')}`;
    const formGuid = isSensitive ? injuryForm.formGuid : nearMissForm.formGuid;
    const answer = await app.call('POST', '/reported-events', {
      token: reporter.token,
      body: {
        formGuid,
        formVersion: 1,
        occurrenceDate,
        worksiteGuid,
        description: `Sling ${index} slipped.`,
        components,
        ...(isSensitive && {
          injuredPersons: [
            {
              name: 'Olga Fern',
              personType: 'CONTRACTOR',
              nature: '111',
              classification: 'MEDICAL_AID',
              treatment: 'Splinted wrist',
            },
          ],
          components: [
            {
              groupGuid: injuryForm.groups[0]!.groupGuid,
              answers: [{ questionGuid: question!.questionGuid, value: false }],
            },
          ],
        }),
        relatedPersons: [{ name: 'Wes Birch', emailAddress: 'wes@site.example', role: 'Rigger' }],
      },
    });
    expect([answer.status, answer.body.fieldErrors]).toEqual([201, undefined]);
    position = positionOf(answer.headers.get('position')!, org)!;
    reported.push({
      eventId: answer.body.eventId,
      occurrenceDate,
      formGuid,
      worksiteGuid,
      isSensitive,
      isDeleted: false,
    });
  }
  const gone = reported[7]!;
  const deleted = await app.call('DELETE', `/reported-events/${gone.eventId}`, { token: admin.token });
  gone.isDeleted = true;
  const amended = await app.call('PATCH', `/reported-events/${reported[0]!.eventId}`, {
    token: reporter.token,
    body: {
      injuredPersons: [
        { name: 'Olga Fern', personType: 'EMPLOYEE', classification: 'LOST_TIME', treatment: 'Plaster cast' },
      ],
    },
  });
  await app.caughtUp(
    org,
    Math.max(position, ...[deleted, amended].map(({ headers }) => positionOf(headers.get('position')!, org)!)),
  );
}, 60_000);
afterAll(async () => {
  await owner?.end();
  await app?.stop();
});

describe('a grant', () => {
  test('is made by an admin with a link and a passcode, and is in the list without them', async () => {
    const made = await grant({ worksiteGuids: [worksites[0]!], formGuids: [nearMissForm.formGuid] });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        ...everything,
        status: 'ACTIVE',
        views: 0,
        lastUsedAt: null,
        worksites: [{ guid: worksites[0], name: 'Quay' }],
        forms: [{ guid: nearMissForm.formGuid, name: nearMissForm.name }],
        eventIds: null,
        grantedBy: { userGuid: admin.userGuid, name: 'Anna Lund' },
        link: expect.stringMatching(/^http:\/\/localhost:3000\/auditor#[0-9a-f]{32}_[\w-]{43}$/),
        passcode: expect.stringMatching(/^\d{8}$/),
      }),
    ]);
    const { link, passcode, ...listed } = made.body;
    const {
      body: { items },
    } = await app.call('GET', `/orgs/${org}/auditor-grants`, { token: admin.token });
    expect(items.find(({ grantGuid }: { grantGuid: string }) => grantGuid === listed.grantGuid)).toEqual(listed);
    for (const text of [
      JSON.stringify((await owner.query('select * from events')).rows),
      JSON.stringify(
        (
          await owner.query(
            "select tenant, grant_guid, encode(token_hash, 'escape'), encode(passcode_hash, 'escape') from auditor_codes",
          )
        ).rows,
      ),
    ]) {
      expect(text).not.toContain(link.split('#')[1]);
      expect(text).not.toContain(`"${passcode}"`);
      expect(text).not.toMatch(/Ida Berg|ida\.berg/);
    }
  });

  test('gives the same link and passcode to the same request under the same key', async () => {
    const [key, expiresAt] = [{ 'Idempotency-Key': uuidv7() }, inDays(3)];
    const [first, again] = [await grant({ expiresAt }, key), await grant({ expiresAt }, key)];
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test.each<[string, () => object, number, string, string]>([
    ['an end in the past', () => ({ expiresAt: inDays(-1) }), 400, 'MalformedDate', 'expiresAt'],
    ['an end in more than 90 days', () => ({ expiresAt: inDays(91) }), 400, 'MalformedDate', 'expiresAt'],
    ['days in the wrong order', () => ({ from: '2026-03-01', to: '2026-02-28' }), 400, 'MalformedDate', 'to'],
    ['a day that there is not', () => ({ from: '2026-02-30' }), 400, 'MalformedDate', 'from'],
    ['an address that is none', () => ({ emailAddress: 'ida' }), 400, 'MalformedEmailAddress', 'emailAddress'],
    ['an event that there is not', () => ({ eventIds: [uuidv7()] }), 404, 'RecordNotFound', 'eventIds'],
    ['a worksite of nobody', () => ({ worksiteGuids: [uuidv7()] }), 404, 'RecordNotFound', 'worksiteGuids'],
    ['a form of nobody', () => ({ formGuids: [uuidv7()] }), 404, 'RecordNotFound', 'formGuids'],
    [
      '501 events',
      () => ({ eventIds: Array.from({ length: 501 }, () => uuidv7()) }),
      400,
      'MalformedRequest',
      'eventIds',
    ],
  ])('with %s is refused by the name of the field', async (_, more, status, className, field) => {
    expect(await grant(more())).toMatchObject({ status, body: { className, fieldErrors: [{ field }] } });
  });

  test('can be made, seen and revoked by admins only', async () => {
    expect((await grant({}, {}, reporter)).status).toBe(403);
    expect((await app.call('GET', `/orgs/${org}/auditor-grants`, { token: reporter.token })).status).toBe(403);
    expect(
      await app.call('POST', `/orgs/${org}/auditor-grants/${uuidv7()}/revoke`, { token: admin.token }),
    ).toMatchObject({ status: 404, body: { className: 'RecordNotFound' } });
  });

  test('that is taken away is gone within a second, in the session too, and taking it away again writes nothing', async () => {
    const { grantGuid, token, codes } = await auditor();
    expect((await app.call('GET', '/auditor/session', { token })).status).toBe(200);
    const revoke = () => app.call('POST', `/orgs/${org}/auditor-grants/${grantGuid}/revoke`, { token: admin.token });
    const first = await revoke();
    expect([first.status, first.body.status]).toEqual([200, 'REVOKED']);
    const deadline = performance.now() + 1_000;
    let answer = await app.call('GET', '/reported-events', { token });
    while (answer.status === 200 && performance.now() < deadline)
      answer = await app.call('GET', '/reported-events', { token });
    expect([answer.status, answer.body.className]).toEqual([401, 'ExpiredNonRefreshableJwt']);
    expect(await signIn(codes)).toMatchObject({ status: 401, body: { className: 'InvalidAuditorCode' } });
    const again = await revoke();
    expect([again.status, again.headers.get('position')]).toEqual([200, first.headers.get('position')]);
  });

  test('is locked by the tenth wrong passcode; nine wrong ones and a right one start the count again', async () => {
    const { grantGuid, token, codes } = await auditor();
    const wrong = { ...codes, passcode: codes.passcode === '00000000' ? '00000001' : '00000000' };
    const times = (count: number) => Promise.all(Array.from({ length: count }, () => signIn(wrong)));
    expect((await times(9)).map(({ status, body }) => [status, body.className])).toEqual(
      Array.from({ length: 9 }, () => [401, 'InvalidAuditorCode']),
    );
    expect(
      (await signIn({ ...codes, passcode: `${codes.passcode.slice(0, 4)} ${codes.passcode.slice(4)}` })).status,
    ).toBe(200);
    await times(9);
    expect(await statusOf(grantGuid)).toBe('ACTIVE');
    await times(2);
    expect(await statusOf(grantGuid)).toBe('LOCKED');
    expect((await signIn(codes)).body.className).toBe('InvalidAuditorCode');
    expect((await app.call('GET', '/auditor/session', { token })).status).toBe(401);
    const revoked = await app.call('POST', `/orgs/${org}/auditor-grants/${grantGuid}/revoke`, { token: admin.token });
    expect(revoked.body.status).toBe('REVOKED');
    for (const token of ['', 'x'.repeat(76), `${'0'.repeat(32)}_${'A'.repeat(43)}`])
      expect([400, 401]).toContain((await signIn({ ...codes, token })).status);
  });

  test('that has come to its end opens nothing, and nothing is left to take away', async () => {
    const { grantGuid, token, codes } = await auditor({ expiresAt: new Date(Date.now() + 2_000).toISOString() });
    expect((await app.call('GET', '/auditor/session', { token })).status).toBe(200);
    let answer = await signIn(codes);
    for (const deadline = performance.now() + 5_000; answer.status === 200 && performance.now() < deadline; )
      answer = await signIn(codes);
    expect(answer.body.className).toBe('InvalidAuditorCode');
    expect((await app.call('GET', '/reported-events', { token })).status).toBe(401);
    expect(await statusOf(grantGuid)).toBe('EXPIRED');
    const revoked = await app.call('POST', `/orgs/${org}/auditor-grants/${grantGuid}/revoke`, { token: admin.token });
    expect([revoked.status, revoked.body.status]).toEqual([200, 'EXPIRED']);
  });
});

describe('an auditor', () => {
  test('opens what auditors may ask and nothing else of all routes, each request written down once', async () => {
    const { grantGuid, token } = await auditor();
    const bundle = await app.call('POST', `/orgs/${org}/audit/bundles`, {
      token,
      body: { personalData: 'NONE', includeSensitive: false },
    });
    expect(bundle.status).toBe(201);
    const seen = reported.find(({ isSensitive, isDeleted }) => !isSensitive && !isDeleted)!;
    const file = await photo(`/reported-events/${seen.eventId}`, 'matrix.jpg');
    const task = await action(seen.eventId);
    const address = (path: string, orgGuid: string) =>
      path
        .replace('{taskGuid}', task.taskGuid)
        .replace('{attachmentGuid}', path.includes('/tasks/') ? task.attachmentGuid : file)
        .replace('{orgGuid}', orgGuid)
        .replace('{kind}', 'incident')
        .replaceAll(/\{(eventId|guid)\}/g, seen.eventId)
        .replace('{bundleGuid}', bundle.body.bundleGuid)
        .replaceAll(/\{[^}]+\}/g, uuidv7())
        .replace(/\/thumbnail$/, '/thumbnail?width=320');
    const body = (method: string) =>
      method === 'GET' || method === 'DELETE' ? {} : { body: { personalData: 'NONE', includeSensitive: false } };
    let asked = 0;
    for (const { route, access, auditors, operationId } of reviewed) {
      const [method, path] = route.split(' ') as [string, string];
      if (access === 'PUBLIC') continue;
      const answer = await app.call(method, address(path, org), { token, ...body(method) });
      if (access === 'KEY') {
        expect([route, answer.status]).toEqual([route, 401]);
        continue;
      }
      asked++;
      const isOpen = access === 'AUDITOR' || auditors === true;
      const expected = !isOpen
        ? [403]
        : operationId === 'downloadAuditBundle'
          ? [200, 404]
          : [method === 'POST' ? 201 : 200];
      expect([route, expected.includes(answer.status) ? expected : answer.status]).toEqual([route, expected]);
      if (!path.includes('{orgGuid}') || !isOpen) continue;
      asked++;
      expect([
        route,
        (await app.call(method, address(path, elsewhere), { token, ...body(method) })).body.className,
      ]).toEqual([route, 'OrganizationNotFound']);
    }
    const {
      rows: [written],
    } = await owner.query<{ lines: string; requests: string }>(
      "select count(*) as lines, count(distinct request_id) as requests from accesses where person_guid = $1 and action <> 'SIGN_IN'",
      [grantGuid],
    );
    expect([Number(written!.lines), Number(written!.requests)]).toEqual([asked + 1, asked + 1]);
    const lines = await accessesOf(grantGuid);
    expect(lines[0]!.person).toEqual({ guid: grantGuid, name: 'Ida Berg', kind: 'AUDITOR' });
    const {
      body: { items },
    } = await app.call('GET', `/orgs/${org}/auditor-grants`, { token: admin.token });
    expect(items.find((each: { grantGuid: string }) => each.grantGuid === grantGuid)).toMatchObject({
      views: asked + 1,
      lastUsedAt: expect.any(String),
    });
    // Admins see each bundle of a grant, and its actions, under the auditor's name.
    const {
      body: { items: changes },
    } = await app.call('GET', `/orgs/${org}/audit/changes?kind=audit-bundle&limit=5`, { token: admin.token });
    expect(changes[0].actor).toEqual({ userGuid: grantGuid, name: 'Ida Berg', kind: 'AUDITOR' });
  });

  test('opens the files and corrective actions of the events that the grant covers, changes none, and is written down each time', async () => {
    const [inside, outside] = reported.filter(({ isSensitive, isDeleted }) => !isSensitive && !isDeleted);
    const { grantGuid, token } = await auditor({ eventIds: [inside!.eventId] });
    for (const [{ eventId }, status] of [
      [inside!, 200],
      [outside!, 404],
    ] as const) {
      const file = await photo(`/reported-events/${eventId}`, 'sling.jpg');
      const removed = await photo(`/reported-events/${eventId}`, 'removed.jpg');
      await app.call('DELETE', `/reported-events/${eventId}/attachments/${removed}?organizationGuid=${org}`, {
        token: admin.token,
      });
      const task = await action(eventId);
      const paths = [
        `/reported-events/${eventId}/attachments`,
        `/reported-events/${eventId}/attachments/${file}/content`,
        `/reported-events/${eventId}/attachments/${file}/thumbnail?width=320`,
        `/tasks/${task.taskGuid}`,
        `/tasks/${task.taskGuid}/attachments`,
        `/tasks/${task.taskGuid}/attachments/${task.attachmentGuid}/content`,
        `/tasks/${task.taskGuid}/attachments/${task.attachmentGuid}/thumbnail?width=320`,
      ];
      for (const path of paths) {
        const before = (await accessesOf(grantGuid)).length;
        expect([path, (await app.call('GET', path, { token })).status]).toEqual([path, status]);
        expect([path, (await accessesOf(grantGuid)).length]).toEqual([path, before + 1]);
      }
      const malformed = `${paths[0]}/${file}/thumbnail?width=wide`;
      expect((await app.call('GET', malformed, { token })).status).toBe(status === 200 ? 400 : 404);
      const { body: tasks } = await app.call('GET', `/tasks?limit=50&eventId=${eventId}`, { token });
      expect(tasks.items.map(({ taskGuid }: { taskGuid: string }) => taskGuid)).toEqual(
        status === 200 ? expect.arrayContaining([task.taskGuid]) : [],
      );
      if (status === 404) continue;
      const { body: files } = await app.call('GET', paths[0]!, { token });
      expect(files).toMatchObject({ mayAdd: false, awaited: [], withheld: 0 });
      const found = new Map<string, string[]>(
        files.items.map(({ name, allowedCommands }: { name: string; allowedCommands: string[] }) => [
          name,
          allowedCommands,
        ]),
      );
      expect([found.get('sling.jpg'), found.has('removed.jpg')]).toEqual([[], false]);
      expect((await app.call('GET', paths[3]!, { token })).body).toMatchObject({
        description: 'Fit a guard',
        allowedCommands: [],
      });
      expect((await app.call('DELETE', `${paths[0]}/${file}`, { token })).status).toBe(403);
      expect((await app.call('POST', `/tasks/${task.taskGuid}/cancel`, { token, body: { comment: 'x' } })).status).toBe(
        403,
      );
    }
    const everyTask = await app.call('GET', '/tasks?limit=50', { token });
    expect(new Set(everyTask.body.items.map(({ eventId }: { eventId: string }) => eventId))).toEqual(
      new Set([inside!.eventId]),
    );
  });

  test('sees photos of an event in which people were hurt, and of its actions, only where the grant opens names and sensitive events', async () => {
    const { eventId } = reported.find(({ isSensitive, isDeleted }) => isSensitive && !isDeleted)!;
    const file = await photo(`/reported-events/${eventId}`, 'wrist.jpg');
    const at = `/reported-events/${eventId}/attachments`;
    const task = await action(eventId);
    for (const [more, status, count] of [
      [{ includeSensitive: true }, 404, 1],
      [{ includeSensitive: true, withNames: true }, 200, 0],
    ] as const) {
      const { token } = await auditor(more);
      for (const end of ['content', 'thumbnail?width=320'])
        expect([end, (await app.call('GET', `${at}/${file}/${end}`, { token })).status]).toEqual([end, status]);
      for (const files of [at, `/tasks/${task.taskGuid}/attachments`]) {
        const { body } = await app.call('GET', files, { token });
        expect([body.items.length, body.withheld]).toEqual([1 - count, count]);
      }
    }
    const { token } = await auditor({ withNames: true });
    expect((await app.call('GET', at, { token })).status).toBe(404);
  });

  test('may narrow the list to the forms and worksites of the events that the grant covers, and to no other', async () => {
    const { token } = await auditor({ worksiteGuids: [worksites[1]!], includeSensitive: true });
    expect((await app.call('GET', '/auditor/filters', { token })).body).toEqual({
      forms: [{ guid: nearMissForm.formGuid, name: nearMissForm.name }],
      worksites: [{ guid: worksites[1], name: 'Yard' }],
    });
  });

  test('is answered 503, with no word of it, while nothing can be written down', async () => {
    const { token } = await auditor({ includeSensitive: true, withNames: true });
    const [hurt] = reported;
    const file = await photo(`/reported-events/${hurt!.eventId}`, 'unseen.jpg');
    const task = await action(hurt!.eventId);
    const paths = [
      '/auditor/session',
      '/reported-events',
      `/reported-events/${hurt!.eventId}`,
      `/reported-events/${hurt!.eventId}/history`,
      `/reported-events/${hurt!.eventId}?revision=1`,
      `/reported-events/${hurt!.eventId}/attachments`,
      `/reported-events/${hurt!.eventId}/attachments/${file}/content`,
      `/reported-events/${hurt!.eventId}/attachments/${file}/thumbnail?width=320`,
      '/tasks',
      `/tasks/${task.taskGuid}`,
      `/tasks/${task.taskGuid}/attachments`,
      `/tasks/${task.taskGuid}/attachments/${task.attachmentGuid}/content`,
      `/tasks/${task.taskGuid}/attachments/${task.attachmentGuid}/thumbnail?width=320`,
      '/auditor/filters',
      `/orgs/${org}/audit/changes`,
      `/orgs/${org}/audit/changes/export`,
      `/orgs/${org}/audit/records/incident/${hurt!.eventId}`,
      `/orgs/${org}/audit/bundles`,
      '/startup',
      `/reported-events/${uuidv7()}`,
    ];
    await owner.query('revoke insert on accesses from plimsoll_app');
    try {
      for (const path of paths) {
        const answer = await app.call('GET', path, { token });
        expect([
          path,
          answer.status,
          answer.body.className,
          answer.headers.get('as-of'),
          answer.headers.get('retry-after'),
        ]).toEqual([path, 503, 'Unavailable', null, '2']);
        expect(JSON.stringify(answer.body)).not.toMatch(/Sling|Fern|Birch|Ruth|Ida|Audited|[0-9a-f]{64}/);
      }
    } finally {
      await owner.query('grant insert on accesses to plimsoll_app');
    }
    expect((await app.call('GET', `/reported-events/${hurt!.eventId}`, { token })).status).toBe(200);
  });

  test('without names reads neither who was hurt nor who else is named, in no answer and no revision, and texts as they were written', async () => {
    const [hurt] = reported;
    const [blind, seeing] = [
      await auditor({ includeSensitive: true }),
      await auditor({ includeSensitive: true, withNames: true }),
    ];
    const paths = ['', '?revision=1', '/history']
      .map((end) => `/reported-events/${hurt!.eventId}${end}`)
      .concat(`/orgs/${org}/audit/records/incident/${hurt!.eventId}`);
    for (const path of paths) {
      const [without, withNames] = [
        await app.call('GET', path, { token: blind.token }),
        await app.call('GET', path, { token: seeing.token }),
      ];
      expect([without.status, withNames.status]).toEqual([200, 200]);
      expect(JSON.stringify(without.body)).not.toMatch(/Olga|Fern|Birch|wes@|Rigger|Splinted|Plaster/);
      expect(JSON.stringify(withNames.body)).toMatch(/Olga Fern/);
    }
    const { body } = await app.call('GET', `/reported-events/${hurt!.eventId}`, { token: blind.token });
    expect(body).toMatchObject({
      description: 'Sling 0 slipped.',
      allowedCommands: [],
      mayAddTask: false,
      reporter: { name: 'Ruth Reed' },
      injuredPersons: [{ name: 'withheld', treatment: null, personType: 'EMPLOYEE', classification: 'LOST_TIME' }],
      relatedPersons: [{ name: 'withheld', emailAddress: null, role: null }],
    });
    // Includes the form version and names for reading the answers, also at a revision: auditors may query neither forms
    // nor members.
    for (const end of ['', '?revision=1']) {
      const {
        body: { answered, components: given },
      } = await app.call('GET', `/reported-events/${hurt!.eventId}${end}`, { token: blind.token });
      expect(answered.form).toMatchObject({
        formGuid: injuryForm.formGuid,
        groups: expect.arrayContaining([expect.objectContaining({ title: injuryForm.groups[0]!.title })]),
      });
      expect(given[0].answers).toEqual([
        { questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false },
      ]);
    }
    expect(
      (await app.call('GET', `/reported-events/${hurt!.eventId}`, { token: admin.token })).body,
    ).not.toHaveProperty('answered');
    for (const more of [{ personalData: 'WITH_KEYS', includeSensitive: true }])
      expect((await app.call('POST', `/orgs/${org}/audit/bundles`, { token: blind.token, body: more })).status).toBe(
        403,
      );
    const plain = await auditor();
    expect(
      (
        await app.call('POST', `/orgs/${org}/audit/bundles`, {
          token: plain.token,
          body: { personalData: 'NONE', includeSensitive: true },
        })
      ).status,
    ).toBe(403);
  });

  test('reads who granted what until when, and a session that ends after twelve hours or with the grant', async () => {
    const { token } = await auditor({ worksiteGuids: [worksites[1]!] });
    const { body } = await app.call('GET', '/auditor/session', { token });
    expect(body).toMatchObject({
      name: 'Ida Berg',
      organization: { guid: org, name: 'Audited Works' },
      grantedBy: { name: 'Anna Lund' },
      worksites: [{ name: 'Yard' }],
      withNames: false,
    });
    expect(Date.parse(body.endsAt) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    const short = await auditor({ expiresAt: inDays(0.1) });
    const { body: ended } = await app.call('GET', '/auditor/session', { token: short.token });
    expect(ended.endsAt).toBe(ended.expiresAt);
  });

  test('goes on by the cookie, and is signed out by it', async () => {
    const { codes } = await auditor();
    const begun = await fetch(`${app.url}/api/auth/auditor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(codes),
    });
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const refresh = () =>
      fetch(`${app.url}/api/auth/refresh`, { method: 'POST', headers: { cookie, origin: app.url } });
    const refreshed = await refresh();
    const { jwt } = (await refreshed.json()) as { jwt: string };
    expect(JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())).toMatchObject({
      auditor: org,
      organizations: [],
    });
    expect((await app.call('GET', '/auditor/session', { token: jwt })).status).toBe(200);
    const next = refreshed.headers.get('set-cookie')!.split(';')[0]!;
    await fetch(`${app.url}/api/auth/sign-out`, { method: 'POST', headers: { cookie: next, origin: app.url } });
    expect((await app.call('GET', '/auditor/session', { token: jwt })).body.className).toBe('ExpiredNonRefreshableJwt');
  });

  test('sees of random scopes what a plain filter says, in list, count, page, history, change log, replay and bundle alike', async () => {
    const some = <T>(of: readonly T[]) => fc.option(fc.subarray([...of], { minLength: 1 }), { nil: undefined });
    const day = fc
      .integer({ min: 0, max: 250 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
    const scope = fc.record({
      days: fc.tuple(day, day).map((days) => days.toSorted()),
      formGuids: some([injuryForm.formGuid, nearMissForm.formGuid]),
      worksiteGuids: some(worksites),
      eventIds: some(reported.filter(({ isDeleted }) => !isDeleted).map(({ eventId }) => eventId)),
      includeSensitive: fc.boolean(),
    });
    process.stdout.write(`Scopes of auditors: ${SCOPES}, seed ${SEED}\n`);
    let bundled = 0;
    for (const {
      days: [from, to],
      ...lists
    } of fc.sample(scope, { numRuns: SCOPES, seed: SEED })) {
      const { token } = await auditor({ from, to, ...lists });
      const expected = reported.filter(
        (event) =>
          !event.isDeleted &&
          event.occurrenceDate >= from! &&
          event.occurrenceDate <= to! &&
          (lists.includeSensitive || !event.isSensitive) &&
          [
            [lists.formGuids, event.formGuid],
            [lists.worksiteGuids, event.worksiteGuid],
            [lists.eventIds, event.eventId],
          ].every(([list, value]) => list === undefined || (list as string[]).includes(value as string)),
      );
      const ids = new Set(expected.map(({ eventId }) => eventId));
      const { body: list } = await app.call('GET', '/reported-events?limit=50', { token });
      expect([list.totalCount, new Set(list.items.map(({ eventId }: { eventId: string }) => eventId))]).toEqual([
        ids.size,
        ids,
      ]);
      expect(
        (await app.call('GET', `/reported-events?limit=50&filter=${encodeURIComponent('{"text":"sling"}')}`, { token }))
          .body.totalCount,
      ).toBe(ids.size);
      expect(
        (
          await app.call('GET', `/reported-events?limit=50&filter=${encodeURIComponent('{"state":["DELETED"]}')}`, {
            token,
          })
        ).body.totalCount,
      ).toBe(0);
      const { body: changes } = await app.call('GET', `/orgs/${org}/audit/changes?limit=100`, { token });
      expect(new Set(changes.items.map(({ record }: { record: { guid: string } }) => record.guid))).toEqual(ids);
      expect(changes.totalCount).toBe(changes.items.length);
      for (const { eventId } of [
        ...expected.slice(0, 2),
        ...reported.filter((event) => !ids.has(event.eventId)).slice(0, 2),
      ]) {
        const paths = [
          `/reported-events/${eventId}`,
          `/reported-events/${eventId}/history`,
          `/reported-events/${eventId}?revision=1`,
          `/orgs/${org}/audit/records/incident/${eventId}`,
        ];
        for (const path of paths)
          expect([path, (await app.call('GET', path, { token })).status]).toEqual([path, ids.has(eventId) ? 200 : 404]);
      }
      if (bundled++ >= 3) continue;
      const asked = await app.call('POST', `/orgs/${org}/audit/bundles`, {
        token,
        body: { personalData: 'NONE', includeSensitive: lists.includeSensitive },
      });
      expect(asked.status).toBe(201);
      const mine = `/orgs/${org}/audit/bundles/${asked.body.bundleGuid}`;
      let bundle = await app.call('GET', mine, { token });
      for (
        const deadline = performance.now() + 20_000;
        bundle.body.status === 'MAKING' && performance.now() < deadline;
      )
        bundle = await app.call('GET', mine, { token });
      expect(bundle.body.status).toBe('READY');
      const file = await fetch(`${app.url}/api${mine}/download`, { headers: { authorization: `Bearer ${token}` } });
      const given = new Set(
        [...eventsIn(Buffer.from(await file.arrayBuffer())).matchAll(/"stream":"([a-z-]+):([0-9a-f-]+)"/g)].map(
          ([, kind, guid]) => [kind, guid].join(' '),
        ),
      );
      expect(given).toEqual(new Set([...ids].map((guid) => `incident ${guid}`)));
      const {
        body: { items: bundles },
      } = await app.call('GET', `/orgs/${org}/audit/bundles`, { token });
      expect(bundles.map(({ bundleGuid }: { bundleGuid: string }) => bundleGuid)).toEqual([asked.body.bundleGuid]);
    }
  }, 120_000);

  test('has no kind of record replayed but events', async () => {
    const { grantGuid, token } = await auditor();
    for (const [kind, guid] of [
      ['worksite', worksites[0]],
      ['member', reporter.userGuid],
      ['auditor-grant', grantGuid],
      ['incident', reported[7]!.eventId],
    ]) {
      expect(await app.call('GET', `/orgs/${org}/audit/records/${kind}/${guid}`, { token })).toMatchObject({
        status: 404,
        body: { className: 'RecordNotFound' },
      });
    }
    expect(
      (await app.call('GET', `/orgs/${org}/audit/records/auditor-grant/${grantGuid}`, { token: admin.token })).body
        .state,
    ).toMatchObject({ name: 'Ida Berg', state: 'ACTIVE' });
  });
});
