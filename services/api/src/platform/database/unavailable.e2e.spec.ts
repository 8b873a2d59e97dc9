import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeverableLine } from '../../../test/severable-line.ts';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { startApi, type ApiOptions } from '../../main.ts';

const figures = {
  employeeHours: 1600,
  contractorHours: 0,
  employeeKms: 0,
  contractorKms: 0,
  employeeCount: 10,
  contractorCount: 0,
};

let line: SeverableLine;
let app: TestApplication;
let org: string;
let anna: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start(async ({ appUrl, projectorUrl }) => {
    line = await SeverableLine.to(appUrl);
    return {
      logLevel: 'silent',
      appDatabaseUrl: line.through(appUrl),
      projectorDatabaseUrl: line.through(projectorUrl),
    };
  });
  org = await app.found();
  anna = await app.member(org, 'admin', 'Anna Lund');
});
afterAll(async () => {
  await line?.mend();
  await app?.stop();
  await line?.cut();
});

const read = () => app.call('GET', '/startup', { token: anna.token });
const write = (hours: number) =>
  app.call('PUT', `/orgs/${org}/reporting-metrics/2026-04`, {
    token: anna.token,
    body: { ...figures, employeeHours: hours },
  });
const signIn = () =>
  app.call('POST', '/auth', { body: { identifier: anna.emailAddress, password: 'vessel-anchor-harbour-42' } });
const timed = async (call: () => Promise<Answer>) => {
  const from = performance.now();
  return { ...(await call()), took: performance.now() - from };
};

/** Starts another process on the same database. */
const beside = (more: Partial<ApiOptions> = {}) => startApi({ ...app.options, projector: false, ...more });

async function backWithin(milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  let answers: Answer[] = [];
  while (performance.now() < deadline) {
    answers = [await read(), await write(Math.ceil(performance.now())), await app.call('GET', '/health/ready')];
    if (answers.every(({ status }) => status === 200)) return;
    await sleep(100);
  }
  throw new Error(`Not back: ${answers.map(({ status }) => status).join()}`);
}

test.each(['cut', 'cut again'])(
  'while the database is away (%s) the answer is 503 with Retry-After, and all is well by itself soon after (F13)',
  async () => {
    expect((await write(1)).status).toBe(200);
    await line.cut();
    await sleep(500);
    for (const call of [read, () => write(2), signIn]) {
      const answer = await timed(call);
      expect(answer).toMatchObject({ status: 503, body: { className: 'Unavailable' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.took).toBeLessThan(2_500);
    }
    expect((await app.call('GET', '/health/live')).status).toBe(200);
    expect((await app.call('GET', '/health/ready')).status).toBe(503);
    await line.mend();
    await backWithin(5_000);
  },
);

test('once the database is known to be silent, no list, command or sign-in waits for it', async () => {
  line.hush();
  const first = await timed(read);
  expect(first.status).toBe(503);
  for (const call of [read, () => write(3), signIn]) {
    const answer = await timed(call);
    expect(answer).toMatchObject({ status: 503, body: { className: 'Unavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(answer.took).toBeLessThan(first.took / 4);
  }
  await line.mend();
  await backWithin(5_000);
});

test('readiness says what is the matter, and not where the database is', async () => {
  await line.cut();
  const { body } = await app.call('GET', '/health/ready');
  expect(body).toMatchObject({ className: 'Unavailable', status: 503, checks: { process: 'up', database: 'down' } });
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/);
  await line.mend();
  await backWithin(5_000);
});

test('with every connection in use the answer is 503 within two seconds, the process is alive, and ready for when they are free again (F15)', async () => {
  const pool = app.api.application.pool;
  const taken = await Promise.all(Array.from({ length: app.options.poolSize! }, () => pool.connect()));
  const answer = await timed(read);
  expect(answer.status).toBe(503);
  expect(answer.took).toBeLessThan(2_200);
  expect((await app.call('GET', '/health/live')).status).toBe(200);
  expect(await app.call('GET', '/health/ready')).toMatchObject({
    status: 200,
    body: { details: { database: { status: 'up' } } },
  });
  for (const client of taken) client.release();
  await backWithin(5_000);
});

test('a running request is finished when the process shuts down, and the process reports that it is not ready', async () => {
  const other = await beside();
  const arrived = once(other.http.getHttpServer(), 'request');
  const under = fetch(`${other.address}/api/dashboard/notifications`, {
    headers: { authorization: `Bearer ${anna.token}` },
  });
  await arrived;
  const closing = other.close();
  expect((await under).status).toBe(200);
  await closing;
  await expect(fetch(`${other.address}/health/live`)).rejects.toThrow();
});

test('clients waiting at the feed are answered when the process ends, without delaying it', async () => {
  const organizationGuid = await app.found('Followed Works');
  const admin = await app.member(organizationGuid, 'admin');
  const expiresOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const {
    body: { key },
  } = await app.call('POST', `/orgs/${organizationGuid}/api-keys`, {
    token: admin.token,
    body: { name: 'Warehouse', scopes: ['FEED'], level: 'FACTS', includeSensitive: false, expiresOn },
  });
  const ending = await beside();
  const waiting = fetch(`${ending.address}/api/feed?after=999999&wait=30`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await new Promise((done) => setTimeout(done, 300));
  const endedAt = performance.now();
  await ending.close();
  expect(performance.now() - endedAt).toBeLessThan(3_000);
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toEqual([200, []]);
});

test('a request that comes while the server closes, on a connection where another is under way, is refused with a problem', async () => {
  const closing = await beside();
  const socket = connect(closing.port, '127.0.0.1');
  const answers = text(socket);
  const body = JSON.stringify({ identifier: 'nobody@example.test', password: 'a-long-password-41' });
  socket.write(
    `POST /api/auth HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const fastify = closing.http.getHttpAdapter().getInstance() as { server: { listening: boolean } };
  await fetch(`${closing.address}/health/live`);
  const closed = closing.http.getHttpAdapter().close();
  while (fastify.server.listening) await new Promise((done) => setTimeout(done, 5));
  socket.write(`${body}GET /api/forms HTTP/1.1\r\nHost: here\r\n\r\n`);
  const [, , second] = (await answers).split('HTTP/1.1 ');
  expect(second).toMatch(/^503 Service Unavailable\r\n/);
  expect(second).toMatch(/\r\ncontent-type: application\/problem\+json/i);
  expect(JSON.parse(second!.split('\r\n\r\n')[1]!)).toMatchObject({
    status: 503,
    className: 'Unavailable',
    requestId: expect.any(String),
  });
  await closed;
  await closing.close();
});

test('however many ask whether it is ready, the database is asked by one connection', async () => {
  const connections = async () =>
    (
      await app.api.application.pool.query(
        "select count(*)::int as count from pg_stat_activity where application_name = 'plimsoll health' and datname = current_database()",
      )
    ).rows[0].count as number;
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.call('GET', '/health/ready')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await connections()).toBe(1);
});

test('an organization that sends too many requests has to wait, and the others are answered', async () => {
  const small = await beside({ organizationRequestsPerSecond: 20 });
  try {
    const quiet = await app.member(await app.found('Quiet Works'));
    const regions = ({ token } = anna) =>
      fetch(`${small.address}/api/regions`, { headers: { authorization: `Bearer ${token}` } });
    const refused = (await Promise.all(Array.from({ length: 100 }, () => regions()))).filter(
      ({ status }) => status === 429,
    );
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(await refused[0]!.json()).toMatchObject({ className: 'TooManyAttempts' });
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    expect((await regions(quiet)).status).toBe(200);
    const deadline = performance.now() + 5_000;
    let again = await regions();
    while (again.status === 429 && performance.now() < deadline) {
      await sleep(100);
      again = await regions();
    }
    expect(again.status).toBe(200);
  } finally {
    await small.close();
  }
});

test('a read model that has halted is named by readiness, which goes on', async () => {
  const runner = app.api.application.runner!;
  Object.defineProperty(runner, 'halted', { value: ['incident-list'], configurable: true });
  try {
    expect(await app.call('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { details: { projector: { status: 'degraded', halted: ['incident-list'] } } },
    });
  } finally {
    Reflect.deleteProperty(runner, 'halted');
  }
  expect((await app.call('GET', '/health/ready')).body.details.projector).toEqual({ status: 'up' });
});
