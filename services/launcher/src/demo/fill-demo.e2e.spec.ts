import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { openSandbox, type Sandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import { reactors } from '@plimsoll/reactors/all-contexts';
import type { JobData } from '@plimsoll/reactors/jobs/jobs';
import { ReactorRunner } from '@plimsoll/reactors/runner/run-reactors';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { ShowIncident } from '@plimsoll/projections/incidents/incident-detail/query';
import { ListIncidents } from '@plimsoll/projections/incidents/incident-list/query';
import { projections } from '@plimsoll/projections/platform/projections';
import { compareWithRebuild } from '@plimsoll/projections/runner/rebuild/compare-with-rebuild';
import { startApi, type Api } from '@plimsoll/api/main';
import { openApplication } from '@plimsoll/api/platform/process/application';
import { addMonths, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { AlarmDetail, AlarmList } from '@plimsoll/contracts/alarms/answers';
import type { SubscriptionAnswer, invoiceList } from '@plimsoll/contracts/billing/answers';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { MyReportList } from '@plimsoll/contracts/incidents/my-reports';
import type { AnswersShare } from '@plimsoll/contracts/metrics/answers-share';
import type { CountedMetric, Dashboard, DashboardCases } from '@plimsoll/contracts/metrics/http';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import pg from 'pg';
import type { z } from 'zod';
import { readAll } from '../../../../tools/test/read-all.ts';
import { reservationErrors } from '../../../../tools/test/reservation-errors.ts';
import { firstAdmin, reportSevereInjuries, type RefusedLine } from '../import/report-severe-injuries.ts';
import { demoPeople, injuredNames } from './cast.ts';
import { DEMO_ORGANIZATION } from './demo-organization.ts';
import { allMigrations } from '../migrations.ts';
import { fillDemo, foundDemo } from './fill-demo.ts';
import { CUSTOM_FORM, CUSTOM_FORM_NAME } from './own-form.ts';
import { planDemo } from './plan-demo.ts';
import { PlayDemo } from './play-demo.ts';
import {
  actionsAfter,
  answersToReporters,
  calledOffReasons,
  hotWork,
  injuries,
  nearMisses,
  observations,
  photographed,
  talks,
  vehicleIncidents,
} from './stories.ts';

type InvoiceList = z.output<typeof invoiceList>;

const now = new Date();
const sample = await readAll(readFileSync(new URL('./osha_severe_injury_sample.csv', import.meta.url)));
const password = 'harbour-lantern-57';
let database: TestDatabase;
let options: {
  appDatabaseUrl: string;
  projectorDatabaseUrl: string;
  signingKey: string;
  sealingKey: string;
  filesDir: string;
};
let api: Api;
let payments: Sandbox;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  options = {
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    signingKey,
    sealingKey: randomBytes(32).toString('base64'),
    filesDir: mkdtempSync(join(tmpdir(), 'plimsoll-demo-files-')),
  };
  await registerReactors();
  payments = await openSandbox({ databaseUrl: database.paymentSandboxUrl, onError: (error) => console.error(error) });
  await fillDemo({ ...options, payments, password, say: () => undefined, now });
  api = await startApi({
    ...options,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost:3000',
    projector: true,
    logLevel: 'error',
  });
  await api.application.runner?.catchUp();
}, 120_000);

afterAll(async () => {
  await api?.close();
  await payments?.close();
  await database?.drop();
  rmSync(options.filesDir, { recursive: true });
});

/** Jobs of reactors that ran on the database before it was filled. */
async function runReactors(): Promise<JobData[]> {
  const pool = new pg.Pool({ connectionString: database.projectorUrl, max: 2 });
  const found: JobData[] = [];
  try {
    await new ReactorRunner({
      reactors,
      log: api.application.store,
      pool,
      enqueue: async (_, __, jobs) => void found.push(...jobs.map(({ data }) => data)),
      queueOf: {},
    }).catchUp();
  } finally {
    await pool.end();
  }
  return found;
}

const registerReactors = () =>
  asAdmin((admin) =>
    admin.query('insert into reactors (name) select unnest($1::text[])', [reactors.map(({ name }) => name)]),
  );

/** Returns a function that sends GET requests as a person of the demo. */
async function getting(identifier: string) {
  const signedIn = await fetch(`${api.address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  });
  const { jwt } = (await signedIn.json()) as { jwt: string };
  return async (path: string): Promise<Response> => {
    const answer = await fetch(`${api.address}/api${path}`, { headers: { authorization: `Bearer ${jwt}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

async function asking(identifier: string) {
  const get = await getting(identifier);
  return async <Answer>(path: string): Promise<Answer> => (await (await get(path)).json()) as Answer;
}

test('the organization has a running subscription with 24 paid monthly invoices, the last at most a month old', async () => {
  const ask = await asking('admin@demo.example');
  const subscription = await ask<SubscriptionAnswer>(`/orgs/${DEMO_ORGANIZATION}/subscription`);
  expect(subscription).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    productKey: 'complete',
    quantity: demoPeople.length,
    paymentMethod: { last4Digits: '4242' },
  });
  const { items, totalCount } = await ask<InvoiceList>(`/orgs/${DEMO_ORGANIZATION}/invoices?limit=100`);
  expect(totalCount).toBe(24);
  expect(items.every(({ status, total }) => status === 'PAID' && total > 0)).toBe(true);
  expect(new Set(items.map(({ issuedOn }) => issuedOn.slice(0, 7))).size).toBe(24);
  const newest = items
    .map(({ issuedOn }) => issuedOn)
    .sort()
    .at(-1)!;
  expect((now.getTime() - Date.parse(newest)) / 86_400_000).toBeLessThan(32);
});

describe.each(['admin', 'manager', 'member'])('the figures of the dashboard, as the %s', (who) => {
  let ask: Awaited<ReturnType<typeof asking>>;
  let dashboard: Dashboard;

  beforeAll(async () => {
    ask = await asking(`${who}@demo.example`);
    const [year] = (await ask<Dashboard>('/dashboard/reported-events')).to.split('-');
    dashboard = await ask(`/dashboard/reported-events?from=${Number(year) - 1}-01`);
  });

  /** Counts the rows of all pages, none of them twice, and those that are hidden from the viewer. */
  async function opened(
    metric: CountedMetric,
    from: YearMonth,
    to: YearMonth,
  ): Promise<{ rows: number; hidden: number }> {
    const rows = new Set<string>();
    for (let offset = 0; ; offset += 100) {
      const { items, totalCount, hidden } = await ask<DashboardCases>(
        `/dashboard/cases?metric=${metric}&from=${from}&to=${to}&limit=100&offset=${offset}`,
      );
      for (const { eventId, injuredPersonGuid } of items) rows.add(`${eventId} ${injuredPersonGuid}`);
      if (offset + items.length >= totalCount) {
        expect(rows.size).toBe(totalCount);
        return { rows: rows.size, hidden };
      }
    }
  }

  const sumOf = async (metric: CountedMetric, from: YearMonth, to: YearMonth) => {
    const { rows, hidden } = await opened(metric, from, to);
    return rows + hidden;
  };
  const twelve = (until: YearMonth) => [addMonths(until, -11), until] as const;

  test.each([
    ['trif', 'TRIF', 'hours'],
    ['ltif', 'LTIF', 'hours'],
    ['mvif', 'MVIF', 'kms'],
  ] as const)(
    'each case of %s is a row or hidden, in every month, the year so far, the last twelve months and those a year earlier',
    async (rate, metric, kind) => {
      const until = dashboard.rolling12.until[kind]!;
      const figures = [
        ...dashboard.months
          .filter(({ isRunning }) => !isRunning)
          .map((month) => [month[rate].cases, ...twelve(month.month)] as const),
        [dashboard.yearToDate[rate].cases, `${until.slice(0, 4)}-01`, until] as const,
        [dashboard.rolling12[rate].cases, ...twelve(until)] as const,
        [dashboard.yearEarlier[rate].cases, ...twelve(addMonths(until, -12))] as const,
      ];
      const expected = figures.map(([cases, from, to]) => ({ cases, from, to }));
      const found = [];
      for (const { from, to } of expected) found.push({ cases: await sumOf(metric, from, to), from, to });
      expect(found).toEqual(expected);
      expect(dashboard.rolling12[rate].cases).toBeGreaterThan(0);
    },
  );

  test('the hours and kilometres of a rate are those of its months together', async () => {
    for (const [rate, kind] of [
      ['trif', 'hours'],
      ['ltif', 'hours'],
      ['mvif', 'kms'],
    ] as const) {
      const [from, to] = twelve(dashboard.rolling12.until[kind]!);
      const { months } = await ask<Dashboard>(`/dashboard/reported-events?from=${from}&to=${to}`);
      expect(months.map(({ month }) => month)).toEqual(monthsBetween(from, to));
      expect(months.reduce((hundredths, month) => hundredths + Math.round(month[kind] * 100), 0) / 100).toBe(
        dashboard.rolling12[rate].denominator,
      );
    }
  });

  test('each leading and lagging event is a row or hidden, in every month and together', async () => {
    for (const [kind, metric] of [
      ['leading', 'LEADING'],
      ['lagging', 'LAGGING'],
    ] as const) {
      const expected = dashboard.months.map((month) => [month.month, month[kind]]);
      const found = [];
      for (const { month } of dashboard.months) found.push([month, await sumOf(metric, month, month)]);
      expect(found).toEqual(expected);
      expect(await sumOf(metric, dashboard.from, dashboard.to)).toBe(
        dashboard.months.reduce((sum, month) => sum + month[kind], 0),
      );
    }
  });

  test('viewers without access to injuries see their number, and viewers with access see them all', async () => {
    const { rows, hidden } = await opened('TRIF', dashboard.from, dashboard.to);
    expect({ rows: rows > 0, hidden: hidden > 0 }).toEqual(
      who === 'member' ? { rows: true, hidden: true } : { rows: true, hidden: false },
    );
  });
});

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  return work(admin).finally(() => admin.end());
}

const heads = () =>
  asAdmin(async (admin) => (await admin.query('select tenant, position from tenant_heads order by tenant')).rows);

describe('the demo organization', () => {
  test('filled a second time, it stays as it is', async () => {
    const before = await heads();
    await fillDemo({ ...options, password, say: () => undefined, now: new Date(now.getTime() + 33 * 86_400_000) });
    expect(await heads()).toEqual(before);
  }, 120_000);

  test("OSHA's reports imported again are known, and a changed line is refused", async () => {
    const refused: RefusedLine[] = [];
    const onRefused = (line: RefusedLine) => void refused.push(line);
    const again = await reportSevereInjuries(api.application, {
      tenant: DEMO_ORGANIZATION,
      columns: sample.columns,
      lines: sample.rows,
      onRefused,
    });
    expect(again).toEqual({ reported: 0, repeated: 20, refused: 0 });
    const [first] = sample.rows;
    const narrative = sample.columns.indexOf('Final Narrative');
    const changed = { line: first!.line, cells: first!.cells.with(narrative, 'Another story.') };
    const { columns } = sample;
    await reportSevereInjuries(api.application, { tenant: DEMO_ORGANIZATION, columns, lines: [changed], onRefused });
    expect(refused).toEqual([{ line: 2, reasons: ['ID 2015010015 has been imported before with other content'] }]);
  });

  test('its log is intact, with the reservations that follow from it, and every read model equals a rebuild from scratch, in every column', async () => {
    const { sealingKey } = options;
    for (const tenant of [DEMO_ORGANIZATION, INSTALLATION_TENANT])
      expect(await reservationErrors(tenant, { projectorUrl: database.projectorUrl, sealingKey })).toEqual([]);
    await api.application.runner?.catchUp();
    const { differences, rows } = await compareWithRebuild({
      projectorUrl: database.projectorUrl,
      log: api.application.store,
      projections,
    });
    expect(differences).toEqual([]);
    console.log(
      `Compared with a rebuild: ${Object.entries(rows)
        .map(([table, count]) => `${table} ${count}`)
        .join(', ')}`,
    );
    expect(rows['incident_list_v4']).toBeGreaterThan(1000);
  }, 60_000);

  test('two hundred of its incidents, each folded from its own events, are what their lines in the list say; so is each as it was before', async () => {
    await api.application.runner?.catchUp();
    const viewer = {
      userGuid: DEMO_ORGANIZATION,
      isAdmin: true,
      permissions: new Set<never>(),
      userGroupNames: [],
      reportingGroupGuid: null,
    };
    const listed = new Map(
      (
        await api.application.queries.execute(new ListIncidents(DEMO_ORGANIZATION, viewer, { limit: 10_000 }))
      ).items.map((item) => [item.eventId, item]),
    );
    const guids = await asAdmin(async (admin) =>
      (
        await admin.query<{ stream: string }>(
          "select stream from events where tenant = $1 and kind = 'incident' and revision = 1 order by md5(stream::text) limit 200",
          [DEMO_ORGANIZATION],
        )
      ).rows.map(({ stream }) => stream),
    );
    expect(guids).toHaveLength(200);
    for (const eventId of guids) {
      const loaded = await api.application.store.load(DEMO_ORGANIZATION, { kind: 'incident', guid: eventId });
      const replayed = await api.application.queries.execute(new ShowIncident(DEMO_ORGANIZATION, loaded.events));
      expect(listed.get(eventId)).toMatchObject({ eventId });
      expect(replayed).toMatchObject(listed.get(eventId)!);
      const first = await api.application.queries.execute(
        new ShowIncident(DEMO_ORGANIZATION, loaded.events.slice(0, 1), true),
      );
      expect([first.eventId, first.revision, first.number, first.reportedAt]).toEqual([
        eventId,
        1,
        replayed.number,
        replayed.reportedAt,
      ]);
    }
  }, 60_000);

  test("the log's tables contain no name, e-mail address or free text in plain form", async () => {
    const tables = await asAdmin(async (admin) => {
      const lines: string[] = [];
      for (const table of [
        'events',
        'tenant_heads',
        'reservations',
        'subject_keys',
        'log_checkpoints',
        'organization_lists',
      ]) {
        for (const { line } of (await admin.query(`select row_to_json(t)::text as line from ${table} t`)).rows)
          lines.push(String(line));
      }
      return lines.join('\n');
    });
    // Make sure that the search finds what may be in clear text: types of events, names of worksites.
    expect(tables).toContain('IncidentReported');
    expect(tables).toContain('Acheson Yard');
    const stories = [...injuries, ...nearMisses, ...vehicleIncidents, ...observations]
      .flatMap(({ text, actions }) => [text, actions])
      .concat(talks);
    const sentences = stories
      .flatMap((text) => text.split(/\{\w+\}/))
      .filter((part) => part.length > 12 && part !== 'None needed.');
    const narrative = sample.columns.indexOf('Final Narrative');
    const narratives = sample.rows.map(({ cells }) => cells[narrative]!.trim().slice(0, 40));
    const evidenceTexts = [
      ...hotWork.flatMap(({ text, actions, withoutPermit }) => [
        text,
        actions,
        ...(withoutPermit ? [withoutPermit] : []),
      ]),
      ...actionsAfter.flatMap(({ description, rootCause, done, doubt }) => [description, rootCause, done, doubt]),
      ...photographed.map(({ name }) => name),
      ...answersToReporters,
      ...calledOffReasons,
      'Work place.jpg',
      '"drawing":"M',
    ];
    const people = [
      ...demoPeople.flatMap(({ name, emailAddress }) => [name, emailAddress]),
      ...injuredNames,
      'Not named',
      'demo.example',
    ];
    const found = [...people, ...sentences, ...narratives, ...evidenceTexts, 'Two Mile Drive'].filter(
      (words) => tables.includes(JSON.stringify(words).slice(1, -1)) || tables.includes(words),
    );
    expect(found).toEqual([]);
  });

  test('it has incidents in every state of the workflow', async () => {
    const viewer = await firstAdmin(api.application, DEMO_ORGANIZATION);
    for (const state of [
      'REPORTED',
      'RETURNED',
      'REVIEW_REQUESTED',
      'REVIEWED',
      'APPROVAL_REQUESTED',
      'APPROVED',
      'CLOSED',
    ] as const) {
      const { totalCount } = await api.application.queries.execute(
        new ListIncidents(DEMO_ORGANIZATION, viewer, { limit: 1, filter: { state: [state] } }),
      );
      expect({ state, some: totalCount > 0 }).toEqual({ state, some: true });
    }
  });

  test('each photo is a JPEG of the bytes that its event tells, and its folder holds none of them as they are', async () => {
    const get = await getting('admin@demo.example');
    const { rows } = await asAdmin((admin) =>
      admin.query<{ guid: string }>(
        "select distinct stream as guid from events where tenant = $1 and body::jsonb->>'type' = 'AttachmentAdded'",
        [DEMO_ORGANIZATION],
      ),
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    const photos: { name: string; bytes: Buffer }[] = [];
    for (const { guid } of rows) {
      const { items, awaited } = (await (await get(`/reported-events/${guid}/attachments`)).json()) as AttachmentList;
      expect(awaited).toEqual([]);
      for (const { attachmentGuid, sha256, name, size } of items) {
        const bytes = Buffer.from(
          await (await get(`/reported-events/${guid}/attachments/${attachmentGuid}/content`)).arrayBuffer(),
        );
        expect({
          sha256: createHash('sha256').update(bytes).digest('hex'),
          size: bytes.length,
          begins: bytes.subarray(0, 3).toString('hex'),
        }).toEqual({ sha256, size, begins: 'ffd8ff' });
        photos.push({ name, bytes });
      }
    }
    expect(new Set(photos.map(({ name }) => name)).size).toBeGreaterThanOrEqual(3);
    const storedFiles = readdirSync(options.filesDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(storedFiles.length).toBe(photos.length);
    for (const { parentPath, name } of storedFiles)
      expect(photos.some(({ bytes }) => readFileSync(join(parentPath, name)).includes(bytes.subarray(0, 32)))).toBe(
        false,
      );
  });

  test('its own form has two versions with reports by each, which answer what theirs asks, with a signature', async () => {
    const ask = await asking('admin@demo.example');
    const form = await ask<KeptForm>(`/event-form-builder/forms/${CUSTOM_FORM}`);
    expect({
      name: form.name,
      versions: form.versions.map(({ version }) => version),
      hasUnpublishedChanges: form.hasUnpublishedChanges,
    }).toEqual({ name: CUSTOM_FORM_NAME, versions: [2, 1], hasUnpublishedChanges: false });
    const { items } = await ask<{ items: { eventId: string }[] }>(
      `/reported-events?filter=${encodeURIComponent(JSON.stringify({ formGuid: [CUSTOM_FORM] }))}&limit=100`,
    );
    const versions = await Promise.all(
      items.map(async ({ eventId }) => {
        const { formVersion: version, components } = await ask<IncidentDetail>(`/reported-events/${eventId}`);
        const answers = components.flatMap((group) => group.answers);
        expect(
          answers.filter(({ value }) => typeof value === 'object' && value !== null && 'drawing' in value),
        ).toHaveLength(1);
        return version;
      }),
    );
    expect({
      first: versions.filter((version) => version === 1).length,
      second: versions.filter((version) => version === 2).length,
    }).toEqual({ first: 6, second: 5 });
  });

  test('it has corrective actions in every status', async () => {
    const ask = await asking('admin@demo.example');
    const counted = await Promise.all(
      (['OPEN', 'OVERDUE', 'COMPLETED', 'CHECK_OVERDUE', 'VERIFIED', 'CANCELLED'] as const).map(async (status) => [
        status,
        (await ask<{ totalCount: number }>(`/tasks?status=${status}`)).totalCount,
      ]),
    );
    expect(Object.fromEntries(counted)).toEqual({
      OPEN: 3,
      OVERDUE: 1,
      COMPLETED: 1,
      CHECK_OVERDUE: 1,
      VERIFIED: 2,
      CANCELLED: 1,
    });
  });

  test('one load line is crossed, of which admins are notified until they dismiss it', async () => {
    const { items } = await (await asking('admin@demo.example'))<NotificationList>('/dashboard/notifications');
    expect(items.filter(({ type }) => type === 'LOAD_LINE')).toMatchObject([{ metric: 'MVIF', limit: 1.2 }]);
    const ofManager = await (await asking('manager@demo.example'))<NotificationList>('/dashboard/notifications');
    expect(ofManager.items.filter(({ type }) => type === 'LOAD_LINE')).toEqual([]);
  });
});

describe('the alarms of the demo', () => {
  let alarms: AlarmDetail[];

  beforeAll(async () => {
    const ask = await asking('admin@demo.example');
    const { items } = await ask<AlarmList>(`/orgs/${DEMO_ORGANIZATION}/alarms?limit=100`);
    alarms = await Promise.all(
      items.map(({ alarmGuid }) => ask<AlarmDetail>(`/orgs/${DEMO_ORGANIZATION}/alarms/${alarmGuid}`)),
    );
  });

  const minutes = ({ raisedAt, answeredAt }: AlarmDetail) => (Date.parse(answeredAt!) - Date.parse(raisedAt)) / 60_000;
  const find = (state: AlarmDetail['state'], isDrill = false) =>
    alarms.filter((alarm) => alarm.state === state && alarm.isDrill === isDrill);

  test('are one that was answered after seven minutes, one called off, a notice, and a drill answered after four; none is open', () => {
    expect(alarms).toHaveLength(4);
    expect([find('ACKNOWLEDGED').map(minutes), find('ACKNOWLEDGED', true).map(minutes)]).toEqual([[7], [4]]);
    expect(calledOffReasons).toContain(find('CALLED_OFF')[0]?.reason);
    expect(find('TOLD')).toMatchObject([{ level: 'NOTICE', answeredBy: null }]);
  });

  test('were mailed to the people whom the call lists name, before anyone answered', () => {
    for (const { steps, raisedAt, answeredAt } of alarms) {
      const [step] = steps;
      expect([steps.length, step!.step, step!.people!.length > 0]).toEqual([1, 0, true]);
      for (const { mail, mailAt, mailTries, name } of step!.people!) {
        expect({ mail, mailTries }).toEqual({ mail: 'SENT', mailTries: 1 });
        expect(['Priya Raman', 'Daniel Okafor', 'Mei Tanaka']).toContain(name);
        expect(mailAt! > raisedAt && (answeredAt === null || mailAt! < answeredAt)).toBe(true);
      }
    }
  });

  test('stand in no bell and no banner', async () => {
    for (const who of ['admin', 'manager', 'member']) {
      const { alarms: open } = await (await asking(`${who}@demo.example`))<NotificationList>(
        '/dashboard/notifications',
      );
      expect(open).toEqual([]);
    }
  });

  test('nobody is mailed about the past of the demo, and its reports raise no further alarms, though reactors ran here before', async () => {
    const jobs = await runReactors();
    expect(
      jobs.filter(({ ids }) => ids['tenant'] === DEMO_ORGANIZATION || ids['organization'] === DEMO_ORGANIZATION),
    ).toEqual([]);
  });
});

describe('answers to reporters in the demo', () => {
  test('half of what was closed in the last 60 days has one', async () => {
    const since = now.getTime() - 60 * 86_400_000;
    const closed: MyReportList['items'][number][] = [];
    for (const { emailAddress } of demoPeople) {
      const ask = await asking(emailAddress);
      for (let offset = 0, totalCount = 1; offset < totalCount; offset += 100) {
        const page = await ask<MyReportList>(`/my-reports?limit=100&offset=${offset}`);
        totalCount = page.totalCount;
        // Events that need no review are closed at once, without anyone who could answer.
        closed.push(
          ...page.items.filter(
            ({ closedAt, reviewedAt }) => reviewedAt !== null && closedAt !== null && Date.parse(closedAt) > since,
          ),
        );
      }
    }
    const answered = closed.filter(({ answer }) => answer !== null);
    expect(closed.length).toBeGreaterThan(20);
    expect(answered.length / closed.length).toBeCloseTo(0.5, 1);
    expect(answered.every(({ answer }) => answersToReporters.some((text) => text === answer!.text))).toBe(true);
  });

  test('some reports were answered within a week, and not all', async () => {
    const { share, reports, notYet } = await (await asking('admin@demo.example'))<AnswersShare>('/dashboard/answers');
    expect(reports).toBeGreaterThan(20);
    expect(notYet).toBeGreaterThan(0);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  });
});

test('a demo that an earlier version has filled gets call lists, and nothing else', async () => {
  const older = await createTestDatabase(allMigrations);
  const ofOlder = { ...options, appDatabaseUrl: older.appUrl, projectorDatabaseUrl: older.projectorUrl };
  const eventsOf = async () => {
    const client = new pg.Client({ connectionString: older.adminUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ kind: string; count: number }>(
        'select kind, count(*)::integer as count from events group by kind',
      );
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    } finally {
      await client.end();
    }
  };
  try {
    const application = await openApplication({ ...ofOlder, projector: true });
    const end = await foundDemo(application, { password, end: now });
    await new PlayDemo(application).play(planDemo(end).slice(0, 60), () => undefined);
    await application.close();
    const before = await eventsOf();
    await fillDemo({ ...ofOlder, password, say: () => undefined, now });
    const after = await eventsOf();
    expect(after).toEqual({ ...before, 'call-list': 6 });
    await fillDemo({ ...ofOlder, password, say: () => undefined, now });
    expect(await eventsOf()).toEqual(after);
  } finally {
    await older.drop();
  }
}, 60_000);
