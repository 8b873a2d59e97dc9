import { randomUUID } from 'node:crypto';
import { monthsBetween } from '@plimsoll/contracts/kernel/values/calendar';
import { dashboard } from '@plimsoll/contracts/metrics/http';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import {
  incidentReported,
  injured,
  memberJoined,
  monthlyFigures,
  organizationCreated,
} from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { limitSettings } from '../limit-settings/project.ts';
import { loadLinesProjection } from '../load-lines/project.ts';
import { memberList } from '../../members/member-list/project.ts';
import { monthlyMetricsProjection } from '../monthly-metrics/project.ts';
import { organizationSettings } from '../../organizations/organization-settings/project.ts';
import { frequencyChart } from './project.ts';
import { ShowDashboard, ShowDashboardHandler, type DashboardRange } from './query.ts';

const today = '2026-07-15';
const anna = randomUUID();
const seesOthers = {
  userGuid: anna,
  isAdmin: false,
  permissions: new Set<Permission>(['VIEW_OTHER_USERS_EVENTS']),
  userGroupNames: [],
  reportingGroupGuid: null,
};
const seesOwn = { ...seesOthers, permissions: new Set<Permission>() };

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open([
    organizationSettings,
    memberList,
    monthlyMetricsProjection,
    loadLinesProjection,
    limitSettings,
    frequencyChart,
  ]);
});
afterAll(() => log.close());

/** A separate organization for each test. */
function organization() {
  const tenant = randomUUID();
  const tell = (stream: string, event: { type: string; data: unknown }, by?: string) =>
    log.tell({ tenant, stream, event, ...(by && { by }) });
  const months = new Map<string, string>();
  return {
    tenant,
    tell,
    async report(about?: Parameters<typeof incidentReported>[0]) {
      const incident = randomUUID();
      await tell(incident, incidentReported(about));
      return incident;
    },
    enter(month: string, figures: Parameters<typeof monthlyFigures>[1]) {
      if (!months.has(month)) months.set(month, randomUUID());
      return tell(months.get(month)!, monthlyFigures(month, figures));
    },
    async dashboard(range: DashboardRange = {}, viewer = seesOthers, day = today) {
      await log.project();
      return dashboard.parse(
        await new ShowDashboardHandler(log.reader).execute(new ShowDashboard(tenant, viewer, range, day)),
      );
    },
  };
}

test('an organization without anything has an empty dashboard from January to now', async () => {
  const answer = await organization().dashboard();
  expect(answer).toMatchObject({
    from: '2026-01',
    to: '2026-07',
    loadLines: [],
    rolling12: { trif: { figure: null, cases: 0 } },
  });
  expect(answer.months.map(({ month }) => month)).toEqual(monthsBetween('2026-01', '2026-07'));
});

test('one case in 50,000 hours of employees and contractors is 4.0, and two at 22,000 hours are between 2.20 and 65.68', async () => {
  const one = organization();
  await one.report();
  await one.enter('2026-06', {
    employeeHours: 30_000.5,
    contractorHours: 19_999.5,
    employeeKms: 250_000.25,
    contractorKms: 249_999.75,
  });
  expect((await one.dashboard()).rolling12).toMatchObject({
    trif: { figure: 4, cases: 1, denominator: 50_000 },
    mvif: { figure: 0, denominator: 500_000 },
  });

  const two = organization();
  await two.report({
    injuredPersons: [
      injured('MEDICAL_AID'),
      injured('RESTRICTED', 'CONTRACTOR'),
      injured('FIRST_AID'),
      injured('FATALITY', 'VISITOR'),
    ],
  });
  await two.enter('2026-06', { employeeHours: 22_000 });
  const { trif } = (await two.dashboard()).rolling12;
  expect([trif.cases, trif.low!.toFixed(2), trif.high!.toFixed(2)]).toEqual([2, '2.20', '65.68']);
});

test('deleting, restoring and amending an incident restates its month, whatever its state', async () => {
  const { tell, report, enter, dashboard } = organization();
  await enter('2026-05', { employeeHours: 100_000 });
  await enter('2026-06', { employeeHours: 100_000 });
  const incident = await report({ occurrenceDate: '2026-06-30', injuredPersons: [injured('MEDICAL_AID')] });
  const cases = async () => {
    const { months } = await dashboard({ from: '2026-05', to: '2026-06' });
    return months.map(({ trif, ltif, lagging }) => [trif.monthRate, ltif.monthRate, lagging]);
  };
  expect(await cases()).toEqual([
    [0, 0, 0],
    [2, 0, 1],
  ]);
  await tell(incident, {
    type: 'ReviewRequested',
    data: { reviewerGuid: randomUUID(), isByCallList: false, routedTo: null },
  });
  expect(await cases()).toEqual([
    [0, 0, 0],
    [2, 0, 1],
  ]);
  await tell(incident, { type: 'IncidentDeleted', data: {} });
  expect(await cases()).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  await tell(incident, { type: 'IncidentRestored', data: {} });
  await tell(incident, {
    type: 'IncidentAmended',
    data: { injuredPersons: [injured('LOST_TIME'), injured('MEDICAL_AID')] },
  });
  expect(await cases()).toEqual([
    [0, 0, 0],
    [4, 2, 1],
  ]);
  await tell(incident, { type: 'IncidentAmended', data: { occurrenceDate: '2026-05-31' } });
  expect(await cases()).toEqual([
    [4, 2, 1],
    [0, 0, 0],
  ]);
});

test('a month whose hours are missing makes the rate provisional until they are entered', async () => {
  const { enter, report, dashboard } = organization();
  for (const month of monthsBetween('2025-07', '2026-06'))
    if (month !== '2026-02') await enter(month, { employeeHours: 1_000 });
  await report({ occurrenceDate: '2026-02-14' });
  expect((await dashboard()).rolling12.trif).toMatchObject({
    provisional: true,
    missing: ['2026-02'],
    cases: 1,
    denominator: 11_000,
  });
  await enter('2026-02', { employeeHours: 0 });
  expect((await dashboard()).rolling12.trif.missing).toEqual(['2026-02']);
  await enter('2026-02', { employeeHours: 0.01 });
  expect((await dashboard()).rolling12.trif).toMatchObject({ provisional: false, missing: [], denominator: 11_000.01 });
});

test('leading and lagging events are narrowed to one reporter, rates are not', async () => {
  const { report, enter, dashboard } = organization();
  const bert = randomUUID();
  await enter('2026-06', { employeeHours: 10_000 });
  await report({ reporterGuid: anna, form: { isLeading: true } });
  await report({ reporterGuid: bert });
  await report({ reporterGuid: bert, occurrenceDate: '2026-01-03' });
  const seen = async (range: DashboardRange, viewer: typeof seesOthers) => {
    const answer = await dashboard(range, viewer);
    expect(answer.rolling12.trif.cases).toBe(2);
    return [answer.yearToDate.leading, answer.yearToDate.lagging];
  };
  expect(await seen({}, seesOthers)).toEqual([1, 2]);
  expect(await seen({ userAccountGuid: bert }, seesOthers)).toEqual([0, 2]);
  expect(await seen({}, seesOwn)).toEqual([1, 0]);
  expect(await seen({ userAccountGuid: anna }, seesOwn)).toEqual([1, 0]);
  expect(await seen({ userAccountGuid: bert }, seesOwn)).toEqual([0, 0]);
  expect(await seen({ from: '2026-07', userAccountGuid: bert }, seesOthers)).toEqual([0, 2]);
  expect((await dashboard({}, { ...seesOwn, isAdmin: true })).yearToDate).toMatchObject({ leading: 1, lagging: 2 });
});

test('the limits of the years shown come along, with who set them and when', async () => {
  const { tell, dashboard } = organization();
  await tell(randomUUID(), memberJoined(anna, 'Anna Lund'));
  const stream = randomUUID();
  await tell(
    stream,
    { type: 'LoadLinesSet', data: { year: 2025, trif: 3, ltif: null, mvif: 0.5, setByGuid: anna, reason: null } },
    anna,
  );
  await tell(
    randomUUID(),
    { type: 'LoadLinesSet', data: { year: 2024, trif: 9, ltif: null, mvif: null, setByGuid: anna, reason: null } },
    anna,
  );
  const [by, at] = [{ userGuid: anna, name: 'Anna Lund' }, '2026-07-01T12:00:00.000Z'];
  const first = { from: null, by, at, reason: null };
  const limits = {
    year: 2025,
    trif: 3,
    ltif: null,
    mvif: 0.5,
    setBy: by,
    setAt: at,
    reason: null,
    changes: { trif: first, ltif: null, mvif: first },
    revision: 1,
  };
  expect((await dashboard({ from: '2025-03', to: '2026-06' })).loadLines).toEqual([limits]);
  expect((await dashboard()).loadLines).toEqual([]);
});

test('each month is judged by the limit in force when it ended, in the zone of the organization', async () => {
  const { tenant, dashboard } = organization();
  const stream = randomUUID();
  await log.tell({ tenant, stream: tenant, event: organizationCreated(tenant) });
  for (const [at, trif, ltif] of [
    ['2026-01-06T12:00:00.000Z', 2.2, null],
    // 18:30 on 31 March in Alberta.
    ['2026-04-01T00:30:00.000Z', 2, 0.5],
  ] as const)
    await log.tell({
      tenant,
      stream,
      by: anna,
      at,
      event: { type: 'LoadLinesSet', data: { year: 2026, trif, ltif, mvif: null, setByGuid: anna, reason: null } },
    });
  const { months } = await dashboard({ from: '2025-12', to: '2026-04' });
  expect((await log.comparedWithRebuild()).differences).toEqual([]);
  expect(months.map(({ trif, ltif }) => [trif.limit, trif.limitSetAt?.slice(0, 10) ?? null, ltif.limit])).toEqual([
    [null, null, null],
    [2.2, '2026-01-06', 0.5],
    [2.2, '2026-01-06', 0.5],
    [2, '2026-04-01', 0.5],
    [2, '2026-04-01', 0.5],
  ]);
});

test("one organization's incidents and hours are not in another one's dashboard", async () => {
  const [one, other] = [organization(), organization()];
  await one.report({ reporterGuid: anna });
  await one.enter('2026-06', { employeeHours: 10_000 });
  expect((await other.dashboard({ userAccountGuid: anna })).yearToDate).toMatchObject({
    lagging: 0,
    trif: { cases: 0, denominator: 0 },
  });
});

test('what is live equals a rebuild in every column', async () => {
  const { tell, report, enter } = organization();
  const incidents: string[] = [];
  for (let day = 10; day < 28; day++) {
    incidents.push(
      await report({
        occurrenceDate: `2026-0${1 + (day % 6)}-${day}`,
        injuredPersons: day % 3 ? [injured(day % 2 ? 'LOST_TIME' : null)] : [],
        form: { isLeading: day % 5 === 0 },
      }),
    );
    await log.project(3);
  }
  for (const [index, incident] of incidents.entries()) {
    if (index % 2)
      await tell(incident, {
        type: 'IncidentAmended',
        data: index % 3 ? { occurrenceDate: '2025-12-31' } : { injuredPersons: [injured('FIRST_AID')] },
      });
    if (index % 4 < 2) await tell(incident, { type: 'IncidentDeleted', data: {} });
    if (index % 4 === 0) await tell(incident, { type: 'IncidentRestored', data: {} });
  }
  await enter('2026-05', { employeeHours: 1_234.5, contractorKms: 0.1 });
  await enter('2026-05', { employeeHours: 1_234.56, contractorKms: 10_000_000 });
  await log.project(3);
  const { differences, rows } = await log.comparedWithRebuild();
  expect(differences).toEqual([]);
  expect(rows['frequency_case_v2']).toBeGreaterThanOrEqual(incidents.length);
  expect(rows['frequency_month_v2']).toBeGreaterThan(5);
  expect(await log.parked()).toBe(0);
});
