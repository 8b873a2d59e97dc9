import { TestApplication, type TestPerson } from '../../test/test-application.ts';

const figures = { employeeHours: 1600.25, contractorHours: 10_000_000, employeeKms: 0, contractorKms: 0.1, employeeCount: 10, contractorCount: 0 };

let app: TestApplication;
let org: string;
let keeper: TestPerson & { token: string };
let member: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Works', { timeZone: 'Australia/Perth' });
  [keeper, member] = await Promise.all([app.member(org, ['VIEW_AND_SET_MONTHLY_METRICS'], 'Kay Tally'), app.member(org, 'standard', 'Stan Reef')]);
});
afterAll(() => app?.stop());

const month = (yearMonth: string) => `/orgs/${org}/reporting-metrics/${yearMonth}`;
const year = (value: string) => `/orgs/${org}/load-lines/${value}`;
const reading = async (path: string, position: string | null) => (await app.call('GET', path, { token: keeper.token, headers: { 'at-least': position ?? '' } })).body;

describe('the hours of a month', () => {
  test('are none until somebody enters them, and then those, to the cent, with who did', async () => {
    expect((await app.call('GET', month('2026-03'), { token: keeper.token })).body).toMatchObject({ figures: null, revision: 0, recordedBy: null });
    const answer = await app.call('PUT', month('2026-03'), { token: keeper.token, body: { ...figures, notes: '  Two days of snow ' } });
    expect(answer.body).toMatchObject({ yearMonth: '2026-03', figures, notes: 'Two days of snow', revision: 1, recordedBy: { userGuid: keeper.userGuid, name: 'Kay Tally' } });
    expect(await reading(month('2026-03'), answer.headers.get('position'))).toEqual(answer.body);
  });

  test('are questioned and not refused when they are many or few a head', async () => {
    const { body } = await app.call('PUT', month('2026-02'), { token: keeper.token, body: { ...figures, employeeHours: 5000 } });
    expect(body.warnings).toEqual([{ field: 'employeeHours', hoursPerHead: 500 }]);
  });

  test('are entered again in place of those before; null clears the note', async () => {
    await app.call('PUT', month('2026-01'), { token: keeper.token, body: { ...figures, notes: 'wrong' } });
    const answer = await app.call('PUT', month('2026-01'), { token: keeper.token, body: { ...figures, employeeHours: 1, notes: null } });
    expect(answer.body).toMatchObject({ revision: 2, notes: null, figures: { employeeHours: 1 } });
  });

  test('are not for everybody', async () => {
    for (const method of ['GET', 'PUT']) expect((await app.call(method, month('2026-03'), { token: member.token, ...(method === 'PUT' && { body: figures }) })).status).toBe(403);
  });

  test('all wrong fields are named at once', async () => {
    const { status, body } = await app.call('PUT', month('2026-03'), { token: keeper.token, body: { ...figures, employeeHours: '8', contractorKms: -1, employeeCount: 1.5, extra: 1 } });
    expect(status).toBe(400);
    expect(body.className).toBe('MalformedRequest');
    expect(body.fieldErrors.map(({ field, className, message }: Record<string, string>) => [field, className, message])).toEqual([
      ['employeeHours', 'MalformedReportingHours', 'Numeric characters only'],
      ['contractorKms', 'MalformedReportingKms', 'Must be zero or greater'],
      ['employeeCount', 'MalformedRequest', 'Number cannot include decimal places'],
      ['extra', 'MalformedRequest', 'This field is not known'],
    ]);
  });

  test.each(['2026-13', '2026-1', '26-01', 'now'])('of %s cannot be asked for', async (value) => {
    expect(await app.call('GET', month(value), { token: keeper.token })).toMatchObject({ status: 400, body: { className: 'MalformedYearMonth' } });
  });
});

describe('the load lines of a year', () => {
  test('are none until they are set; who set them and when is shown', async () => {
    expect((await app.call('GET', year('2026'), { token: keeper.token })).body).toEqual({ year: 2026, trif: null, ltif: null, mvif: null, setBy: null, setAt: null, revision: 0 });
    const answer = await app.call('PUT', year('2026'), { token: keeper.token, body: { trif: 1.5, ltif: null, mvif: 2 } });
    expect(answer.body).toMatchObject({ year: 2026, trif: 1.5, ltif: null, mvif: 2, setBy: { name: 'Kay Tally' }, revision: 1 });
    expect(await reading(year('2026'), answer.headers.get('position'))).toEqual(answer.body);
  });

  test('set to the same again write nothing', async () => {
    await app.call('PUT', year('2025'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } });
    expect((await app.call('PUT', year('2025'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } })).body).toMatchObject({ revision: 1 });
  });

  test('none where none were is nothing to write either', async () => {
    expect((await app.call('PUT', year('2024'), { token: keeper.token, body: { trif: null, ltif: null, mvif: null } })).body).toMatchObject({ revision: 0 });
  });

  test('stay when somebody sets them upon what was before', async () => {
    await app.call('PUT', year('2023'), { token: keeper.token, body: { trif: 1, ltif: 1, mvif: 1 } });
    expect(await app.call('PUT', year('2023'), { token: keeper.token, body: { trif: 2, ltif: 1, mvif: 1 }, headers: { 'if-match': '0' } })).toMatchObject({ status: 409, body: { currentRevision: 1 } });
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
    expect(await app.call('GET', '/dashboard/reported-events?from=2026-00', { token: member.token })).toMatchObject({ status: 400, body: { className: 'MalformedYearMonth', fieldErrors: [{ field: 'from' }] } });
  });

  test('reminds those who enter the hours, and nobody else', async () => {
    const mine = await app.call('GET', '/dashboard/notifications', { token: keeper.token });
    expect(mine).toMatchObject({ status: 200, body: { items: expect.any(Array), totalCount: expect.any(Number) } });
    expect((await app.call('GET', '/dashboard/notifications', { token: member.token })).body).toEqual({ items: [], totalCount: 0, overdueCount: 0 });
  });
});
