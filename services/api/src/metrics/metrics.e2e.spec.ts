import { addMonths } from '@plimsoll/contracts/kernel/values/calendar';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

const figures = {
  employeeHours: 1600.25,
  contractorHours: 10_000_000,
  employeeKms: 0,
  contractorKms: 0.1,
  employeeCount: 10,
  contractorCount: 0,
};

let app: TestApplication;
let org: string;
let keeper: TestPerson & { token: string };
let member: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Works', { timeZone: 'Australia/Perth' });
  [keeper, member] = await Promise.all([
    app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'], 'Kay Tally'),
    app.member(org, 'standard', 'Stan Reef'),
  ]);
});
afterAll(() => app?.stop());

const month = (yearMonth: string) => `/orgs/${org}/reporting-metrics/${yearMonth}`;
const year = (value: string) => `/orgs/${org}/load-lines/${value}`;
const reading = async (path: string, position: string | null) =>
  (await app.call('GET', path, { token: keeper.token, headers: { 'at-least': position ?? '' } })).body;

describe('the hours of a month', () => {
  test('are none until a user enters them, and then those, to the cent, with who did', async () => {
    expect((await app.call('GET', month('2026-03'), { token: keeper.token })).body).toMatchObject({
      figures: null,
      revision: 0,
      recordedBy: null,
    });
    const answer = await app.call('PUT', month('2026-03'), {
      token: keeper.token,
      body: { ...figures, notes: '  Two days of snow ' },
    });
    expect(answer.body).toMatchObject({
      yearMonth: '2026-03',
      figures,
      notes: 'Two days of snow',
      revision: 1,
      recordedBy: { userGuid: keeper.userGuid, name: 'Kay Tally' },
    });
    expect(await reading(month('2026-03'), answer.headers.get('position'))).toEqual(answer.body);
  });

  test('are questioned and not refused when they are many or few a head', async () => {
    const { body } = await app.call('PUT', month('2026-02'), {
      token: keeper.token,
      body: { ...figures, employeeHours: 5000 },
    });
    expect(body.warnings).toEqual([{ field: 'employeeHours', hoursPerHead: 500 }]);
  });

  test('are entered again in place of those before; null clears the note', async () => {
    await app.call('PUT', month('2026-01'), { token: keeper.token, body: { ...figures, notes: 'wrong' } });
    const answer = await app.call('PUT', month('2026-01'), {
      token: keeper.token,
      body: { ...figures, employeeHours: 1, notes: null },
    });
    expect(answer.body).toMatchObject({ revision: 2, notes: null, figures: { employeeHours: 1 } });
  });

  test('are not for everybody', async () => {
    for (const method of ['GET', 'PUT'])
      expect(
        (await app.call(method, month('2026-03'), { token: member.token, ...(method === 'PUT' && { body: figures }) }))
          .status,
      ).toBe(403);
  });

  test('all wrong fields are named at once', async () => {
    const { status, body } = await app.call('PUT', month('2026-03'), {
      token: keeper.token,
      body: { ...figures, employeeHours: '8', contractorKms: -1, employeeCount: 1.5, extra: 1 },
    });
    expect(status).toBe(400);
    expect(body.className).toBe('MalformedRequest');
    expect(
      body.fieldErrors.map(({ field, className, message }: Record<string, string>) => [field, className, message]),
    ).toEqual([
      ['employeeHours', 'MalformedReportingHours', 'Numeric characters only'],
      ['contractorKms', 'MalformedReportingKms', 'Must be zero or greater'],
      ['employeeCount', 'MalformedRequest', 'Number cannot include decimal places'],
      ['extra', 'MalformedRequest', 'This field is not known'],
    ]);
  });

  test.each(['2026-13', '2026-1', '26-01', 'now'])('of %s cannot be asked for', async (value) => {
    expect(await app.call('GET', month(value), { token: keeper.token })).toMatchObject({
      status: 400,
      body: { className: 'MalformedYearMonth' },
    });
  });
});

describe('the load lines of a year', () => {
  test('are none until they are set; who set them and when is shown', async () => {
    expect((await app.call('GET', year('2026'), { token: keeper.token })).body).toEqual({
      year: 2026,
      trif: null,
      ltif: null,
      mvif: null,
      setBy: null,
      setAt: null,
      reason: null,
      changes: { trif: null, ltif: null, mvif: null },
      revision: 0,
      crossings: [],
    });
    const answer = await app.call('PUT', year('2026'), {
      token: keeper.token,
      body: { trif: 1.5, ltif: null, mvif: 2 },
    });
    expect(answer.body).toMatchObject({
      year: 2026,
      trif: 1.5,
      ltif: null,
      mvif: 2,
      setBy: { name: 'Kay Tally' },
      revision: 1,
    });
    expect(await reading(year('2026'), answer.headers.get('position'))).toEqual({ ...answer.body, crossings: [] });
  });

  test('set to the same again write nothing', async () => {
    await app.call('PUT', year('2025'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } });
    expect(
      (await app.call('PUT', year('2025'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } })).body,
    ).toMatchObject({ revision: 1 });
  });

  test('none where none were is nothing to write either', async () => {
    expect(
      (await app.call('PUT', year('2024'), { token: keeper.token, body: { trif: null, ltif: null, mvif: null } })).body,
    ).toMatchObject({ revision: 0 });
  });

  test('stay when they are replaced by new ones', async () => {
    await app.call('PUT', year('2023'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } });
    expect(
      await app.call('PUT', year('2023'), {
        token: keeper.token,
        body: { trif: 2, ltif: 1, mvif: 1, reason: 'Two crews more' },
        headers: { 'if-match': '0' },
      }),
    ).toMatchObject({ status: 409, body: { currentRevision: 1 } });
  });
});

describe('a limit that is in force', () => {
  const limits = { trif: 2, ltif: 1, mvif: null };

  test('is changed for a reason, and who changed it, when, why and what it was is shown', async () => {
    await app.call('PUT', year('2022'), { token: keeper.token, body: limits });
    const refused = await app.call('PUT', year('2022'), {
      token: keeper.token,
      body: { ...limits, trif: 1.5, reason: '  ' },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        className: 'MalformedRequest',
        fieldErrors: [{ field: 'reason', className: 'MalformedRequest', message: 'Please enter a reason' }],
      },
    });
    const answer = await app.call('PUT', year('2022'), {
      token: keeper.token,
      body: { ...limits, trif: 1.5, reason: ' Four quiet months ' },
    });
    expect(answer).toMatchObject({ status: 200, body: { trif: 1.5, reason: 'Four quiet months', revision: 2 } });
    expect(answer.body.changes).toMatchObject({
      trif: { from: 2, by: { name: 'Kay Tally' }, reason: 'Four quiet months' },
      ltif: { from: null, reason: null },
      mvif: null,
    });
    expect(answer.body.changes.trif.at).toBe(answer.body.setAt);
    expect(await reading(year('2022'), answer.headers.get('position'))).toEqual({ ...answer.body, crossings: [] });
  });

  test('of a year that has not begun where the organization is needs none, and neither does a limit where none was', async () => {
    const next = String(
      Number(new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Perth' }).format(new Date()).slice(0, 4)) + 1,
    );
    await app.call('PUT', year(next), { token: keeper.token, body: limits });
    expect((await app.call('PUT', year(next), { token: keeper.token, body: { ...limits, trif: 1 } })).status).toBe(200);
    await app.call('PUT', year('2021'), { token: keeper.token, body: limits });
    expect((await app.call('PUT', year('2021'), { token: keeper.token, body: { ...limits, mvif: 3 } })).status).toBe(
      200,
    );
    expect((await app.call('PUT', year('2021'), { token: keeper.token, body: limits })).status).toBe(400);
  });

  test('takes a reason of a thousand characters, and names one that is longer', async () => {
    await app.call('PUT', year('2020'), { token: keeper.token, body: limits });
    expect(
      await app.call('PUT', year('2020'), {
        token: keeper.token,
        body: { ...limits, trif: 1, reason: 'x'.repeat(1001) },
      }),
    ).toMatchObject({ status: 400, body: { fieldErrors: [{ field: 'reason' }] } });
    expect(
      (
        await app.call('PUT', year('2020'), {
          token: keeper.token,
          body: { ...limits, trif: 1, reason: 'x'.repeat(1000) },
        })
      ).status,
    ).toBe(200);
  });
});

describe('what a figure counts', () => {
  const cases = (search: string, token = member.token) => app.call('GET', `/dashboard/cases?${search}`, { token });

  test('is listed by its metric and months, and by nothing else', async () => {
    expect((await cases('metric=TRIF&from=2026-01&to=2026-03')).body).toEqual({
      items: [],
      totalCount: 0,
      hidden: 0,
      limit: 10,
      offset: 0,
    });
    expect((await cases('metric=MVIF&limit=3&offset=6')).body).toMatchObject({ limit: 3, offset: 6 });
    for (const [search, className, field] of [
      ['', 'MalformedRequest', 'metric'],
      ['metric=trif', 'MalformedRequest', 'metric'],
      ['metric=TRIF&from=2026-13', 'MalformedYearMonth', 'from'],
      ['metric=TRIF&to=2026-01-01', 'MalformedYearMonth', 'to'],
      ['metric=TRIF&limit=101', 'MalformedRequest', 'limit'],
      ['metric=TRIF&userAccountGuid=019a0000-0000-7000-8000-00000000000c', 'MalformedRequest', 'userAccountGuid'],
      ['metric=TRIF&filter=%7B%7D', 'MalformedRequest', 'filter'],
    ] as const) {
      expect([search, await cases(search)]).toMatchObject([
        search,
        { status: 400, body: { className, fieldErrors: [{ field }] } },
      ]);
    }
  });
});

describe('the dashboard', () => {
  test('runs to the month that it is where the organization is', async () => {
    const { status, body } = await app.call('GET', '/dashboard/reported-events', { token: member.token });
    expect(status).toBe(200);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Perth' }).format(new Date());
    expect(body).toMatchObject({ organizationGuid: org, from: `${today.slice(0, 4)}-01`, to: today.slice(0, 7) });
    expect(body.months.at(-1)).toMatchObject({ month: today.slice(0, 7), isRunning: true });
  });

  test('refuses months that are none', async () => {
    expect(await app.call('GET', '/dashboard/reported-events?from=2026-00', { token: member.token })).toMatchObject({
      status: 400,
      body: { className: 'MalformedYearMonth', fieldErrors: [{ field: 'from' }] },
    });
  });

  test('reminds those who enter the hours, and nobody else', async () => {
    const mine = await app.call('GET', '/dashboard/notifications', { token: keeper.token });
    expect(mine).toMatchObject({ status: 200, body: { items: expect.any(Array), totalCount: expect.any(Number) } });
    expect((await app.call('GET', '/dashboard/notifications', { token: member.token })).body).toEqual({
      items: [],
      totalCount: 0,
      overdueCount: 0,
      alarms: [],
      news: [],
      newNewsCount: 0,
    });
  });
});

describe('rates with known answers, out of the running API', () => {
  /** The last month that has ended in every time zone. */
  const ended = addMonths(new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 7), -1);

  /** The dashboard after a number of lost-time injuries and hours in one month, all reported over HTTP. */
  async function dashboardOf(cases: number, hours: number): Promise<Dashboard> {
    const organizationGuid = await app.found(`${cases} cases at ${hours} hours`);
    const { token } = await app.member(organizationGuid, 'admin');
    const [care] = injuryForm.groups;
    let position = '';
    for (let count = 0; count < cases; count += 1) {
      const reported = await app.call('POST', '/reported-events', {
        token,
        headers: { 'idempotency-key': uuidv7() },
        body: {
          organizationGuid,
          formGuid: injuryForm.formGuid,
          formVersion: injuryForm.version,
          occurrenceDate: `${ended}-02`,
          description: 'Fell from the side ladder of a tank.',
          regionGuid: regions[0]!.guid,
          location: 'Tank 4',
          injuredPersons: [{ name: 'Lou Marsh', personType: 'EMPLOYEE', classification: 'LOST_TIME' }],
          components: [
            { groupGuid: care!.groupGuid, answers: [{ questionGuid: care!.questions[0]!.questionGuid, value: true }] },
          ],
        },
      });
      expect(reported.status).toBe(201);
    }
    const figures = {
      employeeHours: hours,
      contractorHours: 0,
      employeeKms: 0,
      contractorKms: 0,
      employeeCount: Math.round(hours / 170),
      contractorCount: 0,
    };
    const recorded = await app.call('PUT', `/orgs/${organizationGuid}/reporting-metrics/${ended}`, {
      token,
      headers: { 'idempotency-key': uuidv7() },
      body: figures,
    });
    expect(recorded.status).toBe(200);
    position = recorded.headers.get('position') ?? '';
    const answer = await app.call<Dashboard>(
      'GET',
      `/dashboard/reported-events?organizationGuid=${organizationGuid}&from=${ended}&to=${ended}`,
      { token, headers: { 'at-least': position } },
    );
    expect(answer.headers.get('stale')).toBeNull();
    return answer.body;
  }

  test('1 case at 50,000 hours is 4.0, and at 25,000 hours 8.0', async () => {
    expect((await dashboardOf(1, 50_000)).rolling12.trif).toMatchObject({ figure: 4, cases: 1, denominator: 50_000 });
    expect((await dashboardOf(1, 25_000)).rolling12.trif.figure).toBe(8);
  });

  test('2 cases at 22,000 hours are 18.18, somewhere from 2.20 to 65.68', async () => {
    const { trif } = (await dashboardOf(2, 22_000)).rolling12;
    expect([trif.figure, trif.low, trif.high].map((value) => value?.toFixed(2))).toEqual(['18.18', '2.20', '65.68']);
  });

  test('6 lost-time cases at 2.5 million hours are 0.48, which is 2.4 for a million hours', async () => {
    const { ltif, trif } = (await dashboardOf(6, 2_500_000)).rolling12;
    expect(ltif.figure).toBeCloseTo(0.48, 12);
    expect(ltif.figure! * 5).toBeCloseTo(2.4, 12);
    expect(trif.figure).toBe(ltif.figure);
  });
});
