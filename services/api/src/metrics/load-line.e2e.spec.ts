import { randomUUID } from 'node:crypto';
import { addMonths, localDateTime, monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { followUps } from '../commands/follow-ups.ts';
import { albertaGuid } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import { followUpsOf } from '../commands/follow-up.ts';
import { PRODUCT_ACTOR, systemEnvelope } from '../commands/own-envelope.ts';
import { JudgeLoadLine } from './judge-load-line.ts';
import { loadLineStream } from './load-line.ts';
import { SetLoadLines } from './set-load-lines.ts';

const zone = 'America/Edmonton';
/** The last month that has ended. */
const last = addMonths(monthOf(localDateTime(new Date(), zone).date), -1);
const HOURS = 100_000;

let app: TestApplication;
let org: string;
let admin: TestPerson & { token: string };
let other: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, { token: admin.token, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const enter = (month: string, employeeHours: number) =>
  ok('PUT', `/orgs/${org}/reporting-metrics/${month}`, {
    employeeHours,
    contractorHours: 0,
    employeeKms: 0,
    contractorKms: 0,
    employeeCount: 0,
    contractorCount: 0,
  });
const limit = (trif: number | null, year = last.slice(0, 4)) =>
  ok('PUT', `/orgs/${org}/load-lines/${year}`, { trif, ltif: null, mvif: null, reason: 'A new target' });
const hurt = async (day = `${last}-15`) => {
  const [group] = injuryForm.groups;
  const { body } = await ok('POST', '/reported-events', {
    formGuid: injuryForm.formGuid,
    formVersion: 1,
    occurrenceDate: day,
    regionGuid: albertaGuid,
    location: 'Bay 3',
    description: 'A hand was caught.',
    injuredPersons: [{ name: 'Olga Fern', personType: 'EMPLOYEE', classification: 'MEDICAL_AID' }],
    components: [
      { groupGuid: group!.groupGuid, answers: [{ questionGuid: group!.questions[0]!.questionGuid, value: false }] },
    ],
  });
  return body.eventId as string;
};
const judge = (id: string = randomUUID()) =>
  followUpsOf(app.api.application, followUps, (error) => {
    throw error;
  })({ id, kind: 'JUDGE_LOAD_LINES', ids: { organization: org } });

/** The line's events in the log, without generated values. */
async function loggedEvents(metric: 'TRIF' | 'LTIF' | 'MVIF' = 'TRIF') {
  const loaded = await app.api.application.store.load(org, loadLineStream(org, metric));
  return loaded.events.map(({ type, data }) => {
    const { month, figure, limit: line } = data as { month?: string; figure?: number; limit?: number };
    return type === 'LoadLineDismissed'
      ? [type]
      : [type, month, figure === undefined || figure === null ? figure : Number(figure.toFixed(4)), line];
  });
}
const waiting = async (who = admin) =>
  (await app.call('GET', '/dashboard/notifications', { token: who.token })).body.items.filter(
    ({ type }: { type: string }) => type === 'LOAD_LINE',
  );

test('a line is crossed once, armed again when it is restated, crossed again, however many processes judge at once or are killed', async () => {
  org = await app.found('Load Works', { timeZone: zone });
  [admin, other] = [await app.member(org, 'admin'), await app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'])];
  for (let back = 0; back < 12; back += 1) await enter(addMonths(last, -back), HOURS);
  await limit(0.4);
  // At 200,000 hours per case, two cases in 1,200,000 hours are 0.33, and three are 0.5.
  await hurt();
  await hurt(`${addMonths(last, -5)}-15`);
  await judge();
  expect(await loggedEvents()).toEqual([]);

  const third = await hurt();
  await Promise.all([judge(), judge(), judge()]);
  const crossed = ['LoadLineCrossed', last, 0.5, 0.4];
  expect(await loggedEvents()).toEqual([crossed]);
  await judge();
  expect(await loggedEvents()).toEqual([crossed]);
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  expect(await waiting()).toMatchObject([{ metric: 'TRIF', month: last, figure: 0.5, limit: 0.4, isOverdue: false }]);
  expect(await waiting(other)).toEqual([]);

  await ok('DELETE', `/reported-events/${third}`);
  await judge();
  const rearmed = ['LoadLineRearmed', last, 0.3333, 0.4];
  expect(await loggedEvents()).toEqual([crossed, rearmed]);
  expect(await waiting()).toEqual([]);

  // A figure equal to the limit is not above it.
  await limit(0.5);
  await ok('POST', `/reported-events/${third}/restore`);
  await judge();
  expect(await loggedEvents()).toEqual([crossed, rearmed]);

  // The process crashed after its first command: its job runs again.
  await limit(0.4);
  const job = randomUUID();
  await app.api.application.commands.execute(
    new JudgeLoadLine(systemEnvelope({ tenant: org, name: `follow-up ${job} TRIF 0` }), 'TRIF'),
  );
  await judge(job);
  expect(await loggedEvents()).toEqual([crossed, rearmed, crossed]);

  // Hours that are entered late make the earlier figure a provisional one.
  await enter(addMonths(last, -3), 0);
  await limit(0.01);
  await judge();
  expect(await loggedEvents()).toEqual([crossed, rearmed, crossed]);
  await enter(addMonths(last, -3), 10 * HOURS);
  await limit(0.4);
  await judge();
  const late = ['LoadLineRearmed', last, 0.2857, 0.4];
  expect(await loggedEvents()).toEqual([crossed, rearmed, crossed, late]);
  expect([await loggedEvents('LTIF'), await loggedEvents('MVIF')]).toEqual([[], []]);

  const { crossings } = (await ok('GET', `/orgs/${org}/load-lines/${last.slice(0, 4)}`)).body;
  expect(crossings).toMatchObject([
    { metric: 'TRIF', month: last, figure: 0.5, limit: 0.4, dismissedAt: null },
    { metric: 'TRIF', month: last },
  ]);
  expect(crossings.every(({ rearmedAt }: { rearmedAt: string | null }) => rearmedAt !== null)).toBe(true);
});

test('a limit that is changed later does not judge the months before it, neither on the dashboard nor in its alert', async () => {
  org = await app.found('Step Works', { timeZone: zone });
  [admin, other] = [await app.member(org, 'admin'), await app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'])];
  for (let back = 0; back < 12; back += 1) await enter(addMonths(last, -back), HOURS);
  for (let cases = 0; cases < 3; cases += 1) await hurt();
  const year = Number(last.slice(0, 4));
  const before = `${year - 1}-12-20`;
  await app.api.application.commands.execute(
    new SetLoadLines(
      systemEnvelope({
        tenant: org,
        actor: { ...PRODUCT_ACTOR, userGuid: admin.userGuid },
        at: new Date(`${before}T12:00:00Z`),
      }),
      year,
      { trif: 0.6, ltif: null, mvif: null, reason: null },
      before,
    ),
  );
  await limit(0.4);
  await judge();
  expect(await loggedEvents()).toEqual([]);
  const { months } = (await ok('GET', `/dashboard/reported-events?from=${last}&to=${last}`)).body;
  expect(months[0].trif).toMatchObject({ figure: 0.5, limit: 0.6 });
  expect((await ok('GET', `/orgs/${org}/load-lines/${year}`)).body.trif).toBe(0.4);
});

test('a month that ends is judged without any request; a crossing is shown until an admin dismisses it; a line without a limit is armed', async () => {
  org = await app.found('Month Works', { timeZone: zone });
  [admin, other] = [await app.member(org, 'admin'), await app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'])];
  const today = localDateTime(new Date(), zone).date;
  const running = monthOf(today);
  const years = new Set([last.slice(0, 4), running.slice(0, 4)]);
  for (let back = -1; back < 12; back += 1) await enter(addMonths(last, -back), HOURS);
  for (const year of years) await limit(0.4, year);
  for (let cases = 0; cases < 3; cases += 1) await hurt(today);
  await judge();
  const at = (instant: string) =>
    app.api.application.commands.execute(
      new JudgeLoadLine(systemEnvelope({ tenant: org, at: new Date(instant) }), 'TRIF'),
    );
  // At 05:59 UTC it is still the last day of the month in Edmonton; at 07:01, in summer and winter, it is not.
  const next = addMonths(running, 1);
  await at(`${next}-01T05:59:00Z`);
  expect(await loggedEvents()).toEqual([]);
  await at(`${next}-01T07:01:00Z`);
  const crossed = ['LoadLineCrossed', running, 0.5, 0.4];
  expect(await loggedEvents()).toEqual([crossed]);
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);

  const [crossing] = await waiting();
  const dismiss = (token: string, guid = crossing.notificationGuid) =>
    app.call('POST', `/dashboard/notifications/${guid}/dismiss`, { token });
  expect((await dismiss(other.token)).status).toBe(403);
  expect(await dismiss(admin.token, randomUUID())).toMatchObject({
    status: 404,
    body: { className: 'RecordNotFound' },
  });
  const first = await dismiss(admin.token);
  expect(first).toMatchObject({ status: 200, body: { notificationGuid: crossing.notificationGuid } });
  expect((await dismiss(admin.token)).body).toEqual(first.body);
  expect(await waiting()).toEqual([]);
  for (const year of years) await limit(null, year);
  await judge();
  expect(await loggedEvents()).toEqual([crossed, ['LoadLineDismissed'], ['LoadLineRearmed', last, 0, null]]);
});
