import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { positionOf, positionToken } from '@plimsoll/projections/runner/follow/position-token';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import { monthStream } from '../metrics/record-monthly-metrics.rule.ts';

const figures = {
  employeeHours: 1600,
  contractorHours: 0,
  employeeKms: 12.5,
  contractorKms: 0,
  employeeCount: 10,
  contractorCount: 0,
  notes: null,
};

let app: TestApplication;
let org: string;
let anna: TestPerson & { token: string };
let bert: TestPerson & { token: string };
let month = 0;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found();
  [anna, bert] = await Promise.all([app.member(org, 'admin', 'Anna Lund'), app.member(org, 'admin', 'Bert Quay')]);
});
afterAll(() => app?.stop());

const nextMonth = () =>
  `20${String(10 + Math.floor(month / 12)).padStart(2, '0')}-${String((month++ % 12) + 1).padStart(2, '0')}`;
const put = (
  yearMonth: string,
  body: object,
  headers: Record<string, string> = {},
  token = anna.token,
  orgGuid = org,
) => app.call('PUT', `/orgs/${orgGuid}/reporting-metrics/${yearMonth}`, { token, body, headers });
const written = async (yearMonth: string, orgGuid = org) => {
  const loaded = await app.api.application.store.load(orgGuid, monthStream(orgGuid, yearMonth));
  return loaded.events;
};

describe('a command that is sent again with its key', () => {
  test('gets the first answer and is written once', async () => {
    const [key, at] = [uuidv7(), nextMonth()];
    const first = await put(at, figures, { 'idempotency-key': key });
    const again = await put(at, { ...figures }, { 'idempotency-key': key.toUpperCase() });
    expect(first).toMatchObject({
      status: 200,
      body: { revision: 1, recordedBy: { userGuid: anna.userGuid, name: 'Anna Lund' } },
    });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('position')).toBe(first.headers.get('position'));
    expect(await written(at)).toHaveLength(1);
  });

  test('gets it also when the answer was lost with the connection (F3)', async () => {
    const [key, at] = [uuidv7(), nextMonth()];
    const body = JSON.stringify(figures);
    const { port } = app.api;
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `PUT /api/orgs/${org}/reporting-metrics/${at} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${anna.token}\r\nIdempotency-Key: ${key}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          () => setTimeout(() => (socket.destroy(), resolve()), 5),
        );
      });
      socket.on('error', reject);
    });
    for (let tries = 0; tries < 100 && (await written(at)).length === 0; tries++) await sleep(20);
    expect(await written(at)).toHaveLength(1);
    expect(await put(at, figures, { 'idempotency-key': key })).toMatchObject({
      status: 200,
      body: { revision: 1, figures: { employeeHours: 1600 } },
    });
    expect(await written(at)).toHaveLength(1);
  });

  test('a hundred times at once is carried out once (F4)', async () => {
    const [key, at] = [uuidv7(), nextMonth()];
    const answers = await Promise.all(Array.from({ length: 100 }, () => put(at, figures, { 'idempotency-key': key })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('position'))).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.revision))).toEqual(new Set([1]));
    expect(await written(at)).toHaveLength(1);
  });

  test('and another body is refused, and so is another revision (F5)', async () => {
    const [key, at] = [uuidv7(), nextMonth()];
    await put(at, figures, { 'idempotency-key': key });
    expect(await put(at, { ...figures, employeeHours: 2 }, { 'idempotency-key': key })).toMatchObject({
      status: 422,
      body: { className: 'IdempotencyKeyReused' },
    });
    expect(await put(at, figures, { 'idempotency-key': key, 'if-match': '7' })).toMatchObject({ status: 422 });
    expect(await written(at)).toHaveLength(1);
  });

  test('by another person, for another month or in another organization is another command (F6)', async () => {
    const [key, at, other] = [uuidv7(), nextMonth(), nextMonth()];
    const elsewhere = await app.found('Elsewhere');
    await app.join(elsewhere, anna, 'admin');
    await sleep(500);
    await put(at, figures, { 'idempotency-key': key });
    expect(await put(at, { ...figures, employeeHours: 7 }, { 'idempotency-key': key }, bert.token)).toMatchObject({
      status: 200,
      body: { revision: 2, recordedBy: { name: 'Bert Quay' } },
    });
    expect(await put(other, figures, { 'idempotency-key': key })).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(
      await put(at, { ...figures, employeeHours: 9 }, { 'idempotency-key': key }, anna.token, elsewhere),
    ).toMatchObject({ status: 200, body: { revision: 1, figures: { employeeHours: 9 } } });
  });

  test('after it was refused is decided again', async () => {
    const [key, at] = [uuidv7(), nextMonth()];
    expect(await put(at, { ...figures, employeeHours: -1 }, { 'idempotency-key': key })).toMatchObject({ status: 400 });
    expect(await put(at, figures, { 'idempotency-key': key, 'if-match': '3' })).toMatchObject({ status: 409 });
    expect(await put(at, figures, { 'idempotency-key': key })).toMatchObject({ status: 200, body: { revision: 1 } });
  });
});

test.each(['abc', '123', ''])('a key that is no UUID (%p) is refused', async (key) => {
  expect(await put(nextMonth(), figures, { 'idempotency-key': key })).toMatchObject({
    status: 400,
    body: { className: 'MalformedRequest', fieldErrors: [{ field: 'Idempotency-Key' }] },
  });
});

test('without a key every request is its own', async () => {
  const at = nextMonth();
  await put(at, figures);
  await put(at, { ...figures, employeeHours: 1 });
  expect(await written(at)).toHaveLength(2);
});

test('a command that changes nothing writes nothing and answers with the current revision', async () => {
  const at = nextMonth();
  const first = await put(at, figures);
  const same = await put(at, figures, { 'idempotency-key': randomUUID() }, bert.token);
  expect(same).toMatchObject({ status: 200, body: { revision: 1, recordedBy: { name: 'Anna Lund' } } });
  expect(same.headers.get('position')).toBe(first.headers.get('position'));
  expect(await written(at)).toHaveLength(1);
});

describe('a report that is sent again with its key', () => {
  const report = (at: number) => ({
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    regionGuid: albertaGuid,
    location: 'Bay 3',
    description: `A sling slipped, ${at}.`,
    components,
  });
  const post = (body: object, key: string, token: string) =>
    app.call('POST', `/reported-events?organizationGuid=${org}`, { token, body, headers: { 'idempotency-key': key } });

  test('fifty times at once draws one number', async () => {
    const key = uuidv7();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(report(1), key, anna.token)));
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.eventId} ${body.number} ${body.revision}`)).size,
    ).toBe(1);
    expect(answers[0]).toMatchObject({ status: 201, body: { revision: 1 } });
    const next = await post(report(1), uuidv7(), anna.token);
    expect(next.body.number).toBe(answers[0]!.body.number + 1);
    expect(await post(report(2), key, anna.token)).toMatchObject({
      status: 422,
      body: { className: 'IdempotencyKeyReused' },
    });
  });

  test('gets the first answer even if it would be refused now', async () => {
    const clerk = await app.member(org, ['CREATE_EVENTS_ON_OTHERS_BEHALF'], 'Cora Pike');
    const body = { ...report(3), onBehalfOfUserGuid: anna.userGuid };
    const key = uuidv7();
    const first = await post(body, key, clerk.token);
    expect(first.status).toBe(201);
    await app.permit(org, clerk, []);
    await sleep(600);
    expect(await post(body, uuidv7(), clerk.token)).toMatchObject({ status: 403 });
    expect(await post(body, key, clerk.token)).toMatchObject({ status: 201, body: first.body });
    expect(await post({ ...body, location: 'Bay 4' }, key, clerk.token)).toMatchObject({ status: 422 });
  });
});

describe('a change upon a revision', () => {
  test('is made when it is the current one, as text or as an entity tag', async () => {
    const at = nextMonth();
    await put(at, figures, { 'if-match': '0' });
    expect(await put(at, { ...figures, employeeHours: 2 }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { revision: 2 },
    });
  });

  test('is refused with the current one after a concurrent change', async () => {
    const at = nextMonth();
    await put(at, figures);
    await put(at, { ...figures, employeeHours: 2 });
    expect(await put(at, { ...figures, employeeHours: 3 }, { 'if-match': '1' })).toMatchObject({
      status: 409,
      body: { className: 'StaleRevision', currentRevision: 2 },
    });
  });

  test('has one winner among two hundred at once, and no error (F7)', async () => {
    const at = nextMonth();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => put(at, { ...figures, employeeHours: index + 1 }, { 'if-match': '0' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.className} ${body.currentRevision}`))).toEqual(
      new Set(['409 StaleRevision 1']),
    );
    expect(await written(at)).toHaveLength(1);
  });

  test.each(['abc', '-1', '*', '1, 2'])('is refused for the revision %p', async (revision) => {
    expect(await put(nextMonth(), figures, { 'if-match': revision })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ field: 'If-Match' }] },
    });
  });
});

describe('reading what one wrote', () => {
  test('waits for the read model when asked to, and says how far it is', async () => {
    for (let round = 0; round < 10; round++) {
      const at = nextMonth();
      const position = (await put(at, { ...figures, employeeHours: round + 1 })).headers.get('position')!;
      const read = await app.call('GET', `/orgs/${org}/reporting-metrics/${at}`, {
        token: bert.token,
        headers: { 'at-least': position },
      });
      expect(read.body.figures).toMatchObject({ employeeHours: round + 1 });
      expect(positionOf(read.headers.get('as-of')!, org)).toBeGreaterThanOrEqual(positionOf(position, org)!);
      expect(read.headers.get('stale')).toBeNull();
    }
  });

  test('is refused at once for a position that the log has not reached, by the name of the header', async () => {
    const from = performance.now();
    const read = await app.call('GET', `/orgs/${org}/reporting-metrics/2010-01`, {
      token: anna.token,
      headers: { 'at-least': positionToken(org, 1_000_000) },
    });
    expect(read).toMatchObject({
      status: 400,
      body: { className: 'MalformedRequest', fieldErrors: [{ field: 'At-Least', className: 'MalformedRequest' }] },
    });
    expect(performance.now() - from).toBeLessThan(1_500);
  });

  test('gives up after two seconds, answers what it has, and says that it did', async () => {
    await app.api.application.runner!.stop();
    try {
      const position = (await put(nextMonth(), figures)).headers.get('position')!;
      const ask = (path: string) => app.call('GET', path, { token: anna.token, headers: { 'at-least': position } });
      const from = performance.now();
      const read = await ask(`/orgs/${org}/reporting-metrics/2010-01`);
      expect(performance.now() - from).toBeLessThan(3_000);
      expect(read.status).toBe(200);
      expect(read.headers.get('stale')).toBe('true');
      expect(positionOf(read.headers.get('as-of')!, org)).toBeLessThan(positionOf(position, org)!);
    } finally {
      await app.api.application.runner!.start();
    }
  });

  test('waits for the read models that the answer is made of, and for no other', async () => {
    const admin = new pg.Client({ connectionString: app.database.adminUrl });
    await admin.connect();
    const fresh = await app.found();
    const { token } = await app.member(fresh, 'admin', 'Fay Lee');
    await app.api.application.runner!.stop();
    try {
      const path = `/orgs/${fresh}/reporting-metrics/2010-01`;
      const position = (await app.call('PUT', path, { token, body: figures })).headers.get('position')!;
      await admin.query(
        "update projection_checkpoints set position = $2 where tenant = $1 and projection ~ '^(monthly-metrics|member-list)@'",
        [fresh, positionOf(position, fresh)],
      );
      const ask = (address: string) => app.call('GET', address, { token, headers: { 'at-least': position } });
      const [month, list] = await Promise.all([ask(path), ask('/reported-events')]);
      expect([month.status, month.headers.get('stale'), positionOf(month.headers.get('as-of')!, fresh)]).toEqual([
        200,
        null,
        positionOf(position, fresh),
      ]);
      expect([list.status, list.headers.get('stale')]).toEqual([200, 'true']);
    } finally {
      await app.api.application.runner!.start();
      await admin.end();
    }
  });
});

describe('the position of an organization', () => {
  type Member = TestPerson & { readonly token: string };
  let ours: string;
  let theirs: string;
  let here: Member;
  let elsewhere: Member;

  beforeAll(async () => {
    [ours, theirs] = [await app.found('Ours'), await app.found('Theirs')];
    here = await app.member(ours, 'standard', 'Anna Lund');
    elsewhere = await app.member(theirs, 'standard', 'Ben Okri');
  });

  const positionFor = async ({ token }: Member): Promise<string> =>
    (await app.call('GET', '/position', { token })).body.position;

  async function goesOn(member: Member, before: string): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const position = await positionFor(member);
      if (position !== before) return position;
      await sleep(20);
    }
    return before;
  }

  test('goes on with what is done there, and with nothing that is done elsewhere', async () => {
    const first = await goesOn(here, '');
    const there = await positionFor(elsewhere);
    await app.createWorksite(ours, 'North quay');
    const second = await goesOn(here, first);
    expect(second).not.toBe(first);
    expect(await positionFor(elsewhere)).toBe(there);
    await app.createWorksite(theirs, 'South quay');
    expect(await goesOn(elsewhere, there)).not.toBe(there);
    expect(await positionFor(here)).toBe(second);
  });

  test('is the only content of the answer, is not cached, and is hidden from other organizations', async () => {
    const { status, headers, body } = await app.call('GET', '/position', { token: here.token });
    expect(status).toBe(200);
    expect(body).toEqual({ position: headers.get('As-Of') });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(await app.call('GET', `/position?organizationGuid=${theirs}`, { token: here.token })).toMatchObject({
      status: 404,
      body: { className: 'OrganizationNotFound' },
    });
    expect(await app.call('GET', '/position')).toMatchObject({ status: 401, body: { className: 'NoToken' } });
  });
});
