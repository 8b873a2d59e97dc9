import { readFileSync } from 'node:fs';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { routes } from '@plimsoll/contracts/http/routes';
import type { Route } from '@plimsoll/contracts/http/route';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

/** Text of a sensitive event and of what belongs to it, which occurs nowhere else. */
const SECRET = 'Gantry seven-three-one';

/** Lists of many events or actions: what they show of each is not the event's record, so that no line is written. */
const LISTS = new Set([
  'listIncidents',
  'listTasks',
  'listDashboardCases',
  'listNotifications',
  'listChanges',
  'listAccesses',
]);

type SignedInPerson = TestPerson & { readonly token: string };
interface Walked {
  readonly operationId: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
}

let app: TestApplication;
let owner: pg.Client;
let org: string;
let admin: SignedInPerson;
let walked: readonly Walked[];
let linesOf: ReadonlyMap<string, number>;

const body = (answer: { status: number; body: unknown }) => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the API's answers
  return answer.body as any;
};

/** A sensitive event of another person with a file, an action, and a table that another person uploaded. */
async function sensitiveEvent(): Promise<Record<string, string>> {
  const reporter = await app.member(org, 'standard', 'Ruth Reed');
  const clerk = await app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF'], 'Carl Oda');
  const { eventId } = body(
    await app.call('POST', '/reported-events', {
      token: reporter.token,
      body: {
        formGuid: injuryForm.formGuid,
        formVersion: 1,
        occurrenceDate: '2026-03-02',
        regionGuid: albertaGuid,
        location: 'North quay',
        description: `${SECRET}: a sling slipped.`,
        injuredPersons: [{ name: SECRET, personType: 'CONTRACTOR', nature: '111', classification: 'MEDICAL_AID' }],
        components: [
          {
            groupGuid: injuryForm.groups[0]!.groupGuid,
            answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
          },
        ],
      },
    }),
  ) as { eventId: string };
  const attachmentGuid = uuidv7();
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
    .jpeg()
    .toBuffer();
  const file = (of: string) =>
    app.call('PUT', `/${of}/attachments/${attachmentGuid}?name=${encodeURIComponent(`${SECRET}.jpg`)}`, {
      token: reporter.token,
      body: photo,
    });
  body(await file(`reported-events/${eventId}`));
  const { taskGuid } = body(
    await app.call('POST', '/tasks', {
      token: reporter.token,
      body: {
        eventId,
        description: `${SECRET}: replace the sling`,
        dueDate: '2099-01-01',
        responsibleGuid: reporter.userGuid,
      },
    }),
  ) as { taskGuid: string };
  const taskAttachmentGuid = uuidv7();
  body(
    await app.call(
      'PUT',
      `/tasks/${taskGuid}/attachments/${taskAttachmentGuid}?name=${encodeURIComponent(`${SECRET}.jpg`)}`,
      {
        token: reporter.token,
        body: photo,
      },
    ),
  );
  const { importGuid } = body(
    await app.call('POST', `/orgs/${org}/incident-imports?name=table.csv`, {
      token: clerk.token,
      body: Buffer.from(`Date,What happened\nnever,${SECRET}\n`),
    }),
  ) as { importGuid: string };
  body(
    await app.call('PUT', `/orgs/${org}/incident-imports/${importGuid}/mapping`, {
      token: clerk.token,
      body: {
        formGuid: injuryForm.formGuid,
        columns: { Date: 'occurrenceDate', 'What happened': 'description' },
      },
    }),
  );
  const { bundleGuid } = body(
    await app.call('POST', `/orgs/${org}/audit/bundles`, {
      token: admin.token,
      body: { personalData: 'WITH_KEYS', includeSensitive: true },
    }),
  ) as { bundleGuid: string };
  for (let status = ''; status !== 'READY'; )
    ({ status } = body(await app.call('GET', `/orgs/${org}/audit/bundles/${bundleGuid}`, { token: admin.token })));
  const { key } = body(
    await app.call('POST', `/orgs/${org}/api-keys`, {
      token: admin.token,
      body: {
        name: 'Warehouse',
        scopes: ['FEED'],
        level: 'TEXT',
        includeSensitive: true,
        expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      },
    }),
  ) as { key: string };
  const { alarmGuid } = body(
    await app.call('POST', `/orgs/${org}/alarms`, { token: admin.token, body: { eventId } }),
  ) as { alarmGuid: string };
  return { eventId, attachmentGuid, taskGuid, taskAttachmentGuid, importGuid, bundleGuid, key, alarmGuid };
}

/** Addresses of the routes that need more than their path: queries, or another guid than the parameter's name says. */
const queries: Readonly<Record<string, (known: Record<string, string>) => string>> = {
  listTasks: ({ eventId }) => `?organizationGuid=${org}&eventId=${eventId}`,
  previewErasure: ({ eventId }) => `?kind=INCIDENT_TEXT&guid=${eventId}`,
  getAttachmentThumbnail: () => `?organizationGuid=${org}&width=320`,
  getTaskAttachmentThumbnail: () => `?organizationGuid=${org}&width=320`,
  readFeed: () => '',
  exportChanges: () => '?format=csv',
  exportAccesses: () => '?format=csv',
};
const bodies: Readonly<Record<string, object>> = {
  exportIncidents: { format: 'CSV' },
  askForAuditBundle: { personalData: 'NONE', includeSensitive: true },
};

function pathOf({ operationId, path }: Route, known: Record<string, string>): string {
  const attachmentGuid = operationId.includes('TaskAttachment') ? known['taskAttachmentGuid'] : known['attachmentGuid'];
  const named: Record<string, string | undefined> = {
    ...known,
    orgGuid: org,
    attachmentGuid,
    userGuid: admin.userGuid,
    identifier: admin.userGuid,
    kind: 'incident',
    year: '2026',
    yearMonth: '2026-03',
    ...(operationId === 'replayRecord' && { guid: known['eventId'] }),
  };
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? uuidv7()) +
    (queries[operationId]?.(known) ?? (path.includes('{orgGuid}') ? '' : `?organizationGuid=${org}`))
  );
}

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  owner = new pg.Client({ connectionString: app.database.adminUrl });
  await owner.connect();
  org = await app.found('Audited Works');
  admin = await app.member(org, 'admin', 'Anna Lund');
  const known = await sensitiveEvent();
  const { headers } = await app.call('GET', `/position?organizationGuid=${org}`, { token: admin.token });
  await app.caughtUp(org, positionOf(headers.get('position') ?? '', org) ?? 0);
  const asked = (routes as readonly Route[]).filter(
    ({ method, operationId, access }) =>
      (method === 'GET' || operationId in bodies) && access !== 'AUDITOR' && operationId !== 'signOut',
  );
  const answers: Walked[] = [];
  for (const route of asked) {
    const path = pathOf(route, known);
    const given = bodies[route.operationId];
    const answer = await fetch(`${app.url}/api${path}`, {
      method: route.method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${route.access === 'KEY' ? known['key'] : admin.token}`,
        ...(given && { 'content-type': 'application/json' }),
      },
      ...(given && { body: JSON.stringify(given) }),
    });
    answers.push({
      operationId: route.operationId,
      path,
      status: answer.status,
      text: await answer.text(),
      requestId: answer.headers.get('x-request-id')!,
    });
  }
  walked = answers;
  const { rows } = await owner.query<{ id: string; lines: number }>(
    'select request_id as id, count(*)::integer as lines from accesses group by request_id',
  );
  linesOf = new Map(rows.map(({ id, lines }) => [id, lines]));
});
afterAll(async () => {
  await owner?.end();
  await app?.stop();
});

const declared = Object.entries(
  JSON.parse(readFileSync(new URL('../../../../contracts/access.json', import.meta.url), 'utf8')) as Record<
    string,
    { readonly logsAccess?: string }
  >,
).flatMap(([operationId, { logsAccess }]) => (logsAccess ? [operationId] : []));

test("each route that logs access writes one line before it answers about another person's sensitive event", () => {
  expect(
    walked
      .filter(({ operationId }) => declared.includes(operationId))
      .map(({ operationId, status, requestId }) => [
        operationId,
        Math.floor(status / 100),
        linesOf.get(requestId) ?? 0,
      ]),
  ).toEqual(declared.map((operationId) => [operationId, 2, 1]).sort(inOrderOf(walked)));
});

test("no other route shows anything of another person's sensitive event, except lists of many events", () => {
  const showing = walked.filter(({ text }) => text.includes(SECRET)).map(({ operationId }) => operationId);
  expect(showing.filter((operationId) => !declared.includes(operationId) && !LISTS.has(operationId))).toEqual([]);
  // The search finds the text where it is shown.
  expect(showing).toEqual(expect.arrayContaining(['getIncident', 'getTask', 'listIncidents', 'getImportFaults']));
});

/** Sorts rows by the place of their operation in the walk. */
function inOrderOf(places: readonly Walked[]): (one: unknown[], other: unknown[]) => number {
  const order = new Map(places.map(({ operationId }, place) => [operationId, place]));
  return ([one], [other]) => (order.get(one as string) ?? 0) - (order.get(other as string) ?? 0);
}
