import { randomUUID } from 'node:crypto';
import { dashboardCases, type CountedMetric } from '@plimsoll/contracts/metrics/http';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { incidentReported, injured } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { incidentDetail } from '../../incidents/incident-detail/project.ts';
import { incidentList } from '../../incidents/incident-list/project.ts';
import { frequencyChart } from './project.ts';
import { ListDashboardCases, ListDashboardCasesHandler } from './list-cases.ts';

const today = '2026-07-15';
const anna = randomUUID();
const holding = (...permissions: Permission[]) => ({
  userGuid: anna,
  isAdmin: false,
  permissions: new Set<Permission>(permissions),
  userGroupNames: [],
  reportingGroupGuid: null,
});
const seesAll = holding('VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA');
const seesPlainOnes = holding('VIEW_OTHER_USERS_EVENTS');
const seesOwn = holding();

let log: TestEventLog;
beforeAll(async () => {
  log = await TestEventLog.open([incidentList, incidentDetail, frequencyChart]);
});
afterAll(() => log.close());

function organization() {
  const tenant = randomUUID();
  return {
    async report(about?: Parameters<typeof incidentReported>[0]) {
      const incident = randomUUID();
      await log.tell({ tenant, stream: incident, event: incidentReported(about) });
      return incident;
    },
    tell: (stream: string, event: { type: string; data: unknown }) => log.tell({ tenant, stream, event }),
    async cases(
      metric: CountedMetric,
      viewer = seesAll,
      { from = '2026-01', to = '2026-07', limit = 100, offset = 0 } = {},
    ) {
      await log.project();
      return dashboardCases.parse(
        await new ListDashboardCasesHandler(log.reader).execute(
          new ListDashboardCases(tenant, viewer, { metric, from, to, limit, offset }, today),
        ),
      );
    },
  };
}

test('each person whom a rate counts is a row, the newest first, and nobody else is', async () => {
  const { report, cases } = organization();
  const [cut, lost] = [{ ...injured('MEDICAL_AID'), name: 'Owen Hale' }, injured('LOST_TIME', 'CONTRACTOR')];
  const unrated = injured(null);
  const older = await report({
    occurrenceDate: '2026-05-02',
    description: 'A ladder slid. Two fell.',
    injuredPersons: [injured('FIRST_AID'), cut, injured('FATALITY', 'VISITOR'), lost],
  });
  const newer = await report({ occurrenceDate: '2026-06-30', injuredPersons: [unrated] });
  const nobody = await report({ occurrenceDate: '2026-06-29', injuredPersons: [] });
  await report({ occurrenceDate: '2025-12-31', injuredPersons: [injured('LOST_TIME')] });
  await report({ form: { isLeading: true }, injuredPersons: [injured('LOST_TIME')] });
  const trif = await cases('TRIF');
  expect(trif).toMatchObject({ totalCount: 4, hidden: 0, limit: 100, offset: 0 });
  expect(
    trif.items.map(({ eventId, injuredPersonGuid, classification }) => [eventId, injuredPersonGuid, classification]),
  ).toEqual([
    [newer, unrated.injuredPersonGuid, null],
    [nobody, null, null],
    [older, cut.injuredPersonGuid, 'MEDICAL_AID'],
    [older, lost.injuredPersonGuid, 'LOST_TIME'],
  ]);
  expect(trif.items[2]).toEqual({
    eventId: older,
    number: 1,
    heading: 'A ladder slid',
    occurrenceDate: '2026-05-02',
    injuredPersonGuid: cut.injuredPersonGuid,
    name: 'Owen Hale',
    classification: 'MEDICAL_AID',
  });
  expect((await cases('LTIF')).items.map(({ injuredPersonGuid }) => injuredPersonGuid)).toEqual([
    lost.injuredPersonGuid,
  ]);
});

test('pages follow each other between two people of one event', async () => {
  const { report, cases } = organization();
  const persons = [injured('LOST_TIME'), injured('LOST_TIME'), injured('LOST_TIME')];
  await report({ injuredPersons: persons });
  const page = async (offset: number) =>
    (await cases('LTIF', seesAll, { limit: 2, offset })).items.map(({ injuredPersonGuid }) => injuredPersonGuid);
  expect([...(await page(0)), ...(await page(2))]).toEqual(persons.map(({ injuredPersonGuid }) => injuredPersonGuid));
});

test('of cases that the viewer may not see they learn how many there are, and nothing else', async () => {
  const { report, cases } = organization();
  await report({ injuredPersons: [injured('LOST_TIME'), injured('MEDICAL_AID')] });
  const own = await report({ reporterGuid: anna, injuredPersons: [injured('MEDICAL_AID')] });
  const plain = await report({ form: { isSensitive: false, mvifContributor: true }, injuredPersons: [] });
  for (const [viewer, seen] of [
    [seesAll, 4],
    [seesPlainOnes, 2],
    [seesOwn, 1],
  ] as const) {
    expect(await cases('TRIF', viewer)).toMatchObject({ totalCount: seen, hidden: 4 - seen, items: { length: seen } });
  }
  expect((await cases('TRIF', seesOwn)).items.map(({ eventId }) => eventId)).toEqual([own]);
  expect(await cases('MVIF', seesPlainOnes)).toMatchObject({
    totalCount: 1,
    hidden: 0,
    items: [{ eventId: plain, injuredPersonGuid: null, name: null }],
  });
  expect(await cases('MVIF', seesOwn)).toMatchObject({ totalCount: 0, hidden: 1, items: [] });
});

test("leading and lagging events are those that the figure counts: one's own for people who see no others", async () => {
  const { report, cases } = organization();
  const talk = await report({ reporterGuid: anna, form: { isLeading: true, isSensitive: false } });
  await report({ form: { isLeading: true, isSensitive: false } });
  await report({ injuredPersons: [injured('LOST_TIME'), injured('LOST_TIME')] });
  expect(await cases('LEADING')).toMatchObject({ totalCount: 2, hidden: 0 });
  expect(await cases('LEADING', seesOwn)).toMatchObject({ totalCount: 1, hidden: 0, items: [{ eventId: talk }] });
  expect(await cases('LAGGING')).toMatchObject({ totalCount: 1, hidden: 0, items: [{ injuredPersonGuid: null }] });
  expect(await cases('LAGGING', seesPlainOnes)).toMatchObject({ totalCount: 0, hidden: 1, items: [] });
  expect(await cases('LAGGING', seesOwn)).toMatchObject({ totalCount: 0, hidden: 0, items: [] });
});

test('a deleted event is no case, and a restored or amended one is again what it is', async () => {
  const { report, tell, cases } = organization();
  const incident = await report({ injuredPersons: [injured('LOST_TIME')] });
  await tell(incident, { type: 'IncidentDeleted', data: {} });
  expect(await cases('TRIF')).toMatchObject({ totalCount: 0, hidden: 0, items: [] });
  await tell(incident, { type: 'IncidentRestored', data: {} });
  const again = injured('RESTRICTED');
  await tell(incident, { type: 'IncidentAmended', data: { injuredPersons: [injured('FIRST_AID'), again] } });
  expect(await cases('TRIF')).toMatchObject({
    totalCount: 1,
    items: [{ injuredPersonGuid: again.injuredPersonGuid, classification: 'RESTRICTED' }],
  });
  expect(await cases('LTIF')).toMatchObject({ totalCount: 0, hidden: 0 });
});
