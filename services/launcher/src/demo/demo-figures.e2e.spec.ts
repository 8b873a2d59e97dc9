import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { startApi, type Api } from '@plimsoll/api/main';
import { addMonths, monthsBetween, type YearMonth } from '@plimsoll/contracts/calendar';
import type { CountedMetric, Dashboard, DashboardCases } from '@plimsoll/contracts/metrics/http';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { allMigrations } from '../migrations.ts';
import { fillDemo } from './fill-demo.ts';

const password = 'harbour-lantern-57';
let database: TestDatabase;
let api: Api;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const options = { appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, signingKey, sealingKey: randomBytes(32).toString('base64') };
  await fillDemo({ ...options, password, say: () => undefined, now: new Date() });
  api = await startApi({ ...options, host: '127.0.0.1', port: 0, publicUrl: 'http://localhost:3000', projector: true, logLevel: 'error' });
  await api.application.runner?.catchUp();
}, 120_000);

afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Asks the API as somebody of the demo. */
async function asking(identifier: string) {
  const signedIn = await fetch(`${api.address}/api/auth`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ identifier, password }) });
  const { jwt } = (await signedIn.json()) as { jwt: string };
  return async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${api.address}/api${path}`, { headers: { authorization: `Bearer ${jwt}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

describe.each(['admin', 'manager', 'member'])('the figures of the dashboard, as the %s', (who) => {
  let ask: Awaited<ReturnType<typeof asking>>;
  let dashboard: Dashboard;

  beforeAll(async () => {
    ask = await asking(`${who}@demo.example`);
    const [year] = (await ask<Dashboard>('/dashboard/reported-events')).to.split('-');
    dashboard = await ask(`/dashboard/reported-events?from=${Number(year) - 1}-01`);
  });

  /** How many rows all pages have, none of them twice, and how many the viewer may not see. */
  async function opened(metric: CountedMetric, from: YearMonth, to: YearMonth): Promise<{ rows: number; hidden: number }> {
    const rows = new Set<string>();
    for (let offset = 0; ; offset += 100) {
      const { items, totalCount, hidden } = await ask<DashboardCases>(`/dashboard/cases?metric=${metric}&from=${from}&to=${to}&limit=100&offset=${offset}`);
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

  test.each([['trif', 'TRIF', 'hours'], ['ltif', 'LTIF', 'hours'], ['mvif', 'MVIF', 'kms']] as const)('each case of %s is a row or hidden, in every month, the year so far, the last twelve months and those a year earlier', async (rate, metric, kind) => {
    const until = dashboard.rolling12.until[kind]!;
    const figures = [
      ...dashboard.months.filter(({ isRunning }) => !isRunning).map((month) => [month[rate].cases, ...twelve(month.month)] as const),
      [dashboard.yearToDate[rate].cases, `${until.slice(0, 4)}-01`, until] as const,
      [dashboard.rolling12[rate].cases, ...twelve(until)] as const,
      [dashboard.yearEarlier[rate].cases, ...twelve(addMonths(until, -12))] as const,
    ];
    const told = figures.map(([cases, from, to]) => ({ cases, from, to }));
    const found = [];
    for (const { from, to } of told) found.push({ cases: await sumOf(metric, from, to), from, to });
    expect(found).toEqual(told);
    expect(dashboard.rolling12[rate].cases).toBeGreaterThan(0);
  });

  test('the hours and kilometres of a rate are those of its months together', async () => {
    for (const [rate, kind] of [['trif', 'hours'], ['ltif', 'hours'], ['mvif', 'kms']] as const) {
      const [from, to] = twelve(dashboard.rolling12.until[kind]!);
      const { months } = await ask<Dashboard>(`/dashboard/reported-events?from=${from}&to=${to}`);
      expect(months.map(({ month }) => month)).toEqual(monthsBetween(from, to));
      expect(months.reduce((hundredths, month) => hundredths + Math.round(month[kind] * 100), 0) / 100).toBe(dashboard.rolling12[rate].denominator);
    }
  });

  test('each leading and lagging event is a row or hidden, in every month and together', async () => {
    for (const [kind, metric] of [['leading', 'LEADING'], ['lagging', 'LAGGING']] as const) {
      const told = dashboard.months.map((month) => [month.month, month[kind]]);
      const found = [];
      for (const { month } of dashboard.months) found.push([month, await sumOf(metric, month, month)]);
      expect(found).toEqual(told);
      expect(await sumOf(metric, dashboard.from, dashboard.to)).toBe(dashboard.months.reduce((sum, month) => sum + month[kind], 0));
    }
  });

  test('whoever may not see injuries is told how many there are, and whoever may sees them all', async () => {
    const { rows, hidden } = await opened('TRIF', dashboard.from, dashboard.to);
    expect({ rows: rows > 0, hidden: hidden > 0 }).toEqual(who === 'member' ? { rows: true, hidden: true } : { rows: true, hidden: false });
  });
});
