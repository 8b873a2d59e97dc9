import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Flood, Listener } from '../../../test/flood/flood.ts';
import type { RunningApi } from '../../../test/running-api.ts';
import { TEST_PASSWORD, TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';
import { PASSWORD_MEMORY_KIB } from '../passwords/passwords.ts';
import { MAX_ACCOUNTS } from './sign-in-throttle.ts';

const isLong = process.env['HARDENING'] === 'long';
const FLOOD_SECONDS = isLong ? 60 : 4;
const CONNECTIONS = 120;
const RIGHT_SIGN_INS = 20;
/** The short form runs next to other suites, which use the cores that it needs. */
const MAX_MS = isLong ? 3_000 : 6_000;
/** An address within the flood's networks; see `flood-process.ts`. */
const IN_THE_FLOOD = '2001:db8:1:2::7';
const ELSEWHERE = '198.51.100.7';

let app: TestApplication;
let admin: pg.Client;
let org: string;
let anna: TestPerson & { token: string };
let attacked: RunningApi;

beforeAll(async () => {
  app = await TestApplication.start({
    passwordMemoryKib: PASSWORD_MEMORY_KIB,
    logLevel: 'warn',
    trustProxy: ['127.0.0.1'],
  });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  org = await app.found();
  anna = await app.member(org, 'manager', 'Anna Lund');
  attacked = await app.moveApart();
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});
beforeEach(() => admin.query('truncate sign_in_failures, sign_in_sprays'));

const signIn = (
  emailAddress: string,
  address: string,
  { password = TEST_PASSWORD, cookie = '' } = {},
): Promise<Answer> =>
  app.call('POST', '/auth', {
    body: { identifier: emailAddress, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
const statusesOf = (answers: readonly Answer[]) =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );
const deviceOf = (answer: Answer): string => /plimsoll-device=[^;]*/.exec(answer.headers.getSetCookie().join('\n'))![0];

test(`of many tries at once no more than ${MAX_ACCOUNTS} accounts are looked at for a network, however many addresses it has`, async () => {
  const wave = (first: number) =>
    Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        signIn(`unknown${first + index}@example.test`, `2001:db8:5:6::${(first + index).toString(16)}`, {
          password: 'wrong-password',
        }),
      ),
    );
  const looked = [...(await wave(0)), ...(await wave(150))].filter(({ status }) => status === 401);
  expect(looked).toHaveLength(MAX_ACCOUNTS);
  expect(await signIn('one-more@example.test', '2001:db8:5:6:ffff::1', { password: 'wrong-password' })).toMatchObject({
    status: 429,
  });
  expect(await signIn('one-more@example.test', '2001:db8:5:7::1', { password: 'wrong-password' })).toMatchObject({
    status: 401,
  });
});

test('an attempt counts before its password is verified, and one too many is not verified', async () => {
  const wrong = { password: 'wrong-password' };
  await signIn('first@example.test', ELSEWHERE, wrong);
  await admin.query(
    `insert into sign_in_sprays (address, account) select address, sha256(n::text::bytea) from sign_in_sprays, generate_series(2, ${MAX_ACCOUNTS}) n`,
  );
  const accounts = async () =>
    (await admin.query<{ count: number }>('select count(*)::int from sign_in_sprays')).rows[0]!.count;
  const holder = new pg.Client({ connectionString: app.database.adminUrl });
  await holder.connect();
  // While this lock is held no password verification completes.
  await holder.query('begin; lock table password_credentials in access exclusive mode');
  const held = signIn('held@example.test', '192.0.2.20', wrong);
  try {
    for (
      const giveUpAt = performance.now() + 5_000;
      (await accounts()) === MAX_ACCOUNTS && performance.now() < giveUpAt;
      await sleep(20)
    );
    expect(await accounts()).toBe(MAX_ACCOUNTS + 1);
    expect(
      await Promise.race([
        signIn('one-more@example.test', ELSEWHERE, wrong),
        sleep(5_000, 'was looked at', { ref: false }),
      ]),
    ).toMatchObject({ status: 429 });
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  expect(await held).toMatchObject({ status: 401 });
});

test('an IPv4 address counts as such when it is written as IPv6', async () => {
  await signIn('one@example.test', '203.0.113.80', { password: 'wrong-password' });
  await signIn('two@example.test', '::ffff:203.0.113.80', { password: 'wrong-password' });
  await signIn('three@example.test', '::ffff:cb00:7150', { password: 'wrong-password' });
  expect(
    (
      await admin.query(
        'select count(distinct address)::int as addresses, count(*)::int as accounts from sign_in_sprays',
      )
    ).rows,
  ).toEqual([{ addresses: 1, accounts: 3 }]);
});

test('an office behind one address does not lock itself out at eight: a right password is given back', async () => {
  // Earlier failures leave one account for the address; a running verification occupies it.
  await signIn('mistyped@example.test', '192.0.2.8', { password: 'wrong-password' });
  await admin.query(
    `insert into sign_in_sprays (address, account) select address, sha256(n::text::bytea) from sign_in_sprays, generate_series(1, ${MAX_ACCOUNTS - 2}) n`,
  );
  const colleagues = await Promise.all(Array.from({ length: 24 }, (_, index) => app.register(`Colleague ${index}`)));
  const answers = await Promise.all(colleagues.map(({ emailAddress }) => signIn(emailAddress, '192.0.2.8')));
  expect(statusesOf(answers)).toEqual({ 200: colleagues.length });
  const { rows } = await admin.query(
    'select (select count(*)::int from sign_in_sprays) as sprays, (select count(*)::int from sign_in_failures) as failures',
  );
  expect(rows).toEqual([{ sprays: MAX_ACCOUNTS - 1, failures: 1 }]);
});

test('neither queue places nor counters reveal whether an account exists', async () => {
  const known = await app.register('Real One');
  const counted = async (identifier: string) => {
    await admin.query('truncate sign_in_failures, sign_in_sprays');
    const { status, body } = await signIn(identifier, '192.0.2.9', { password: 'wrong-password' });
    const { rows } = await admin.query(
      'select (select sum(failures)::int from sign_in_failures) as failures, (select count(*)::int from sign_in_sprays) as sprays',
    );
    return { status, className: body.className, ...rows[0] };
  };
  const answer = { status: 401, className: 'IncorrectPassword', failures: 1, sprays: 1 };
  expect([await counted(known.emailAddress), await counted('unreal@example.test')]).toEqual([answer, answer]);
});

test(`while ${CONNECTIONS} connections try unknown accounts from many addresses, right passwords get through and others' lists are as quick as ever`, async () => {
  const home = await signIn(anna.emailAddress, IN_THE_FLOOD);
  const people = await Promise.all(
    Array.from({ length: RIGHT_SIGN_INS / 2 }, (_, index) => app.register(`Early ${index}`)),
  );
  if (isLong) await lists(1_000);
  const before = attacked.memory();

  const flood = new Flood({ port: attacked.port, connections: CONNECTIONS });
  await sleep(500);
  const listing = lists((FLOOD_SECONDS - 1) * 1_000);
  const between = ((FLOOD_SECONDS - 1) * 1_000) / RIGHT_SIGN_INS;
  const timed = async (who: string, work: () => Promise<Answer>) => {
    const since = performance.now();
    const { status } = await work();
    return { who, status, took: Math.round(performance.now() - since) };
  };
  const right: Promise<{ who: string; status: number; took: number }>[] = [];
  for (const [index, person] of people.entries()) {
    right.push(timed('elsewhere', () => signIn(person.emailAddress, `${ELSEWHERE}${index}`)));
    await sleep(between);
    right.push(timed('known', () => signIn(anna.emailAddress, IN_THE_FLOOD, { cookie: deviceOf(home) })));
    await sleep(between);
  }
  const answers = await Promise.all(right);
  const meanwhile = await listing;
  const { statuses, rate } = await flood.end();

  console.info(
    `sign-in flood of ${FLOOD_SECONDS} s: ${Math.round(rate)}/s, ${JSON.stringify(statuses)}; right sign-ins ${JSON.stringify(statusesOf(answers as unknown as Answer[]))}, longest ${Math.max(...answers.map(({ took }) => took))} ms; lists p50 ${meanwhile.toFixed(1)} ms`,
  );
  expect(answers.filter(({ status, took }) => status !== 200 || took > MAX_MS)).toEqual([]);
  expect(statuses['401']).toBeGreaterThan(0);
  expect(statuses['503']).toBeGreaterThan(0);
  if (!isLong) return;

  const listener = await Listener.open();
  const same = new Flood({ port: listener.port, connections: CONNECTIONS, rate });
  await sleep(500);
  const usual = await lists((FLOOD_SECONDS - 1) * 1_000);
  await same.end();
  await listener.close();
  console.info(`lists usually p50 ${usual.toFixed(1)} ms`);
  expect(meanwhile).toBeLessThan(2 * usual);
  await sleep(60_000);
  const left = attacked.memory() - before;
  console.info(`${Math.round(left)} MB more than before, a minute later`);
  expect(left).toBeLessThan(150);
}, 240_000);

/** Requests the list repeatedly; returns the median in milliseconds. */
async function lists(milliseconds: number): Promise<number> {
  const took: number[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20)) {
    const since = performance.now();
    const { status } = await app.call('GET', '/reported-events', { token: anna.token });
    if (status !== 200) throw new Error(`A list was answered ${status}`);
    took.push(performance.now() - since);
  }
  return took.sort((one, other) => one - other)[took.length >> 1]!;
}
