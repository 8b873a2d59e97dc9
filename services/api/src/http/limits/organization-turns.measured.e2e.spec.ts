import { availableParallelism } from 'node:os';
import pg from 'pg';
import { Flood } from '../../../test/flood/flood.ts';
import { TestApplication, type Answer } from '../../../test/test-application.ts';

const SHARE = Math.max(2, availableParallelism());
const REQUESTS = SHARE + 26;

let app: TestApplication;
let admin: pg.Client;
let org: string;
let loud: { token: string };
let quiet: { token: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', organizationRequestsPerSecond: 50, poolSize: SHARE + 6 });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  org = await app.found('Loud Works');
  loud = await app.member(org, 'admin', 'Lou Dunn');
  quiet = await app.member(await app.found('Quiet Works'), 'standard', 'Quin Still');
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

test('what one organization asks for does not take the connections from the others, and what would wait for more than two seconds gets 429', async () => {
  const list = async () => {
    const since = performance.now();
    const { status } = await app.call('GET', '/reported-events', { token: quiet.token });
    return { status, took: performance.now() - since };
  };
  expect(await list()).toMatchObject({ status: 200 });
  const { rows } = await admin.query<{ tables: string[] }>(
    "select tables from read_model_sets where read_model = 'monthly-metrics' and state = 'STANDING'",
  );
  await admin.query(`begin; lock table ${rows.flatMap(({ tables }) => tables).join(', ')} in access exclusive mode`);
  const asked = Array.from({ length: REQUESTS }, () =>
    app.call('GET', `/orgs/${org}/reporting-metrics/2026-04`, { token: loud.token }),
  );
  try {
    await Promise.race([...asked, new Promise((done) => setTimeout(done, 300))]);
    const { status, took } = await list();
    expect(status).toBe(200);
    expect(took).toBeLessThan(1_000);
    const answered: Answer[] = [];
    for (const each of asked) void each.then((answer) => answered.push(answer));
    for (
      const giveUpAt = performance.now() + 3_500;
      answered.length < REQUESTS - SHARE && performance.now() < giveUpAt;
    )
      await new Promise((done) => setTimeout(done, 20));
    expect(answered.map(({ status: of, headers }) => [of, headers.get('retry-after')])).toEqual(
      Array(REQUESTS - SHARE).fill([429, '2']),
    );
  } finally {
    await admin.query('rollback');
  }
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(SHARE);
});

test('who sends as fast as the answers come is paced, and not refused', async () => {
  const request = `GET /api/regions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${loud.token}\r\n\r\n`;
  const flood = new Flood({ port: app.api.port, connections: 20, request });
  await new Promise((done) => setTimeout(done, 3_000));
  const { statuses, rate } = await flood.end();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(rate).toBeLessThan(2.5 * 50);
});
