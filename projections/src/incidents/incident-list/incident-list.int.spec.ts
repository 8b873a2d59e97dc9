import { randomUUID } from 'node:crypto';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { incidentSortKeys } from '@plimsoll/contracts/incidents/vocabulary';
import { incidentStates } from '@plimsoll/contracts/incidents/vocabulary';
import { regions } from '@plimsoll/contracts/organizations/regions';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { RandomWorkload } from '../../../test/random-workload.ts';
import { incidentReported, memberJoined } from '../../../test/test-incidents.ts';
import { TestEventLog } from '../../../test/test-event-log.ts';
import { projections } from '../../platform/projections.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { MalformedCursor } from './list-order.ts';
import { FindWholeList, FindWholeListHandler } from './whole-list.ts';
import { ListIncidents, ListIncidentsHandler, type IncidentListRequest } from './query.ts';

let log: TestEventLog;
let handler: ListIncidentsHandler;
beforeAll(async () => {
  log = await TestEventLog.open(projections);
  handler = new ListIncidentsHandler(log.reader);
});
afterAll(() => log?.close());

const admin: Viewer = {
  userGuid: randomUUID(),
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};
const holding = (userGuid: string, ...permissions: Permission[]): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(permissions),
  userGroupNames: [],
  reportingGroupGuid: null,
});
const list = (tenant: string, viewer: Viewer, request?: IncidentListRequest) =>
  handler.execute(new ListIncidents(tenant, viewer, request));
const numbers = async (tenant: string, viewer: Viewer, request?: IncidentListRequest) => {
  const { items, totalCount } = await list(tenant, viewer, request);
  expect(totalCount).toBe(items.length);
  return items.map(({ number }) => number).sort();
};
const found = (tenant: string, filter: IncidentFilter, viewer = admin) =>
  numbers(tenant, viewer, { filter, limit: 100 });

test('lists ten by the day they happened, the newest first, the later reported first on the same day', async () => {
  const tenant = randomUUID();
  for (const day of ['2026-06-01', '2026-06-03', '2026-06-02', '2026-06-03'])
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ occurrenceDate: day }) });
  await log.project();
  const { items, totalCount, limit, offset, nextCursor } = await list(tenant, admin);
  expect(items.map(({ number }) => number)).toEqual([4, 2, 3, 1]);
  expect({ totalCount, limit, offset, nextCursor }).toEqual({ totalCount: 4, limit: 10, offset: 0, nextCursor: null });
  expect(await list(randomUUID(), admin)).toMatchObject({ items: [], totalCount: 0 });
});

test('within a day the newest come first by the time where they happened, and those without a time last, also in whole lists', async () => {
  const tenant = randomUUID();
  const tell = (occurrenceTime: string | null, timeZone = 'America/Edmonton', occurrenceDate = '2026-06-03') =>
    log.tell({
      tenant,
      stream: randomUUID(),
      event: incidentReported({ occurrenceDate, occurrenceTime, timeZone }),
    });
  await tell('14:30');
  await tell(null);
  await tell('16:05', 'Australia/Sydney');
  await tell('00:00');
  await tell('14:30');
  await tell('09:00', 'America/Edmonton', '2026-06-04');
  await log.project();
  const newest = [6, 3, 5, 1, 4, 2];
  const numbersOf = async (request?: IncidentListRequest) =>
    (await list(tenant, admin, request)).items.map(({ number }) => number);
  expect(await numbersOf()).toEqual(newest);
  expect(await numbersOf({ sortDirection: 'ASCENDING' })).toEqual(newest.toReversed());
  const whole = new FindWholeListHandler(log.reader);
  expect((await whole.execute(new FindWholeList(tenant, admin, {}, new Date()))).map(({ number }) => number)).toEqual(
    newest,
  );
  const paged: number[] = [];
  for (let cursor: string | undefined; paged.length < 6; ) {
    const { items, nextCursor } = await list(tenant, admin, { limit: 2, ...(cursor && { cursor }) });
    paged.push(...items.map(({ number }) => number));
    cursor = nextCursor ?? undefined;
  }
  expect(paged).toEqual(newest);
  expect(await numbersOf({ filter: { from: '2026-06-03', to: '2026-06-03' } })).toEqual(newest.slice(1));
  expect(await numbersOf({ filter: { from: '2026-06-04' } })).toEqual([6]);
});

test('an amended day or time moves an event in the order', async () => {
  const tenant = randomUUID();
  const first = randomUUID();
  const facts = { occurrenceDate: '2026-06-03', occurrenceTime: '08:00' };
  await log.tell({ tenant, stream: first, event: incidentReported(facts) });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ ...facts, occurrenceTime: '09:00' }) });
  const order = async () => {
    await log.project();
    return (await list(tenant, admin)).items.map(({ number }) => number);
  };
  expect(await order()).toEqual([2, 1]);
  await log.tell({ tenant, stream: first, event: { type: 'IncidentAmended', data: { occurrenceTime: '10:00' } } });
  expect(await order()).toEqual([1, 2]);
  await log.tell({ tenant, stream: first, event: { type: 'IncidentAmended', data: { occurrenceTime: null } } });
  expect(await order()).toEqual([2, 1]);
  await log.tell({ tenant, stream: first, event: { type: 'IncidentAmended', data: { occurrenceDate: '2026-06-04' } } });
  expect(await order()).toEqual([1, 2]);
});

test("a member sees their own, others' with the permission, and others' sensitive ones with another", async () => {
  const tenant = randomUUID();
  const [reporter, reviewer, approver, stranger] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const sensitive = randomUUID();
  await log.tell({ tenant, stream: sensitive, event: incidentReported({ reporterGuid: reporter }) });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ form: { isSensitive: false } }) });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ form: { isSensitive: true } }) });
  await log.tell({
    tenant,
    stream: sensitive,
    event: { type: 'ReviewRequested', data: { reviewerGuid: reviewer, isByCallList: false, routedTo: null } },
  });
  await log.tell({
    tenant,
    stream: sensitive,
    event: { type: 'ReviewRequested', data: { reviewerGuid: stranger, isByCallList: false, routedTo: null } },
  });
  await log.tell({
    tenant,
    stream: sensitive,
    event: { type: 'IncidentReviewed', data: { severity: 2, likelihood: 3, comment: null, answer: null } },
    by: stranger,
  });
  await log.tell({ tenant, stream: sensitive, event: { type: 'ApprovalRequested', data: { approverGuid: approver } } });
  await log.project();

  for (const own of [reporter, reviewer, approver]) expect(await numbers(tenant, holding(own))).toEqual([1]);
  expect(await numbers(tenant, holding(randomUUID()))).toEqual([]);
  expect(await numbers(tenant, holding(randomUUID(), 'SEE_INJURY_DATA'))).toEqual([]);
  expect(await numbers(tenant, holding(randomUUID(), 'VIEW_OTHER_USERS_EVENTS'))).toEqual([2]);
  expect(await numbers(tenant, holding(reviewer, 'VIEW_OTHER_USERS_EVENTS'))).toEqual([1, 2]);
  expect(await numbers(tenant, holding(randomUUID(), 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'))).toEqual([1, 2, 3]);
  expect(await numbers(tenant, admin)).toEqual([1, 2, 3]);
  expect(await found(tenant, { assignedToMe: true }, holding(approver))).toEqual([1]);
  expect(await found(tenant, { assignedToMe: true }, holding(reviewer))).toEqual([]);
});

test('a fresh or returned incident is with its reporter and the person who entered it, and both find it as assigned to them', async () => {
  const tenant = randomUUID();
  const [marta, clerk, stream] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(marta, 'Marta Kowalczyk') });
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(clerk, 'Colin Clerk') });
  const reported = incidentReported({ reporterGuid: marta });
  await log.tell({
    tenant,
    stream,
    event: { ...reported, data: { ...reported.data, enteredByGuid: clerk } },
    at: '2026-06-11T01:00:00.000Z',
  });
  await log.tell({
    tenant,
    stream: randomUUID(),
    event: incidentReported({ reporterGuid: marta, form: { workflow: 'NONE' } }),
  });
  await log.project();
  const holder = { userGuid: marta, name: 'Marta Kowalczyk', alsoWith: { userGuid: clerk, name: 'Colin Clerk' } };
  expect((await list(tenant, holding(clerk))).items).toMatchObject([
    { holder: { ...holder, since: '2026-06-11T01:00:00.000Z' } },
  ]);
  const waitsFor = async (...people: string[]) =>
    Promise.all(people.map((holderGuid) => found(tenant, { holderGuid }, admin)));
  const assigned = async () => {
    const own = [
      await found(tenant, { assignedToMe: true }, holding(marta)),
      await found(tenant, { assignedToMe: true }, holding(clerk)),
    ];
    // A viewer who sees all incidents can filter by assignee; no viewer finds what they do not see.
    expect(await waitsFor(marta, clerk)).toEqual(own);
    expect(await found(tenant, { holderGuid: marta }, holding(randomUUID()))).toEqual([]);
    return own;
  };
  expect(await assigned()).toEqual([[1], [1]]);
  await log.tell({
    tenant,
    stream,
    event: { type: 'ReviewRequested', data: { reviewerGuid: randomUUID(), isByCallList: false, routedTo: null } },
  });
  await log.project();
  expect(await assigned()).toEqual([[], []]);
  await log.tell({
    tenant,
    stream,
    event: { type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'Where?' } },
    at: '2026-06-13T01:00:00.000Z',
  });
  await log.project();
  expect(await assigned()).toEqual([[1], [1]]);
  expect((await list(tenant, holding(clerk))).items).toMatchObject([
    { state: 'RETURNED', holder: { ...holder, since: '2026-06-13T01:00:00.000Z' } },
  ]);
});

test('deleted ones are found for 30 days by the person who deleted them, and by those who always modify what they could see; nobody else', async () => {
  const tenant = randomUUID();
  const [marta, tyler, deleted, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await log.tell({
    tenant,
    stream: deleted,
    event: incidentReported({ reporterGuid: marta, description: 'A plank fell.' }),
  });
  await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ reporterGuid: marta }) });
  await log.tell({ tenant, stream: late, event: incidentReported({ reporterGuid: marta }) });
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(tyler, 'Tyler Beaudoin') });
  await log.tell({
    tenant,
    stream: deleted,
    event: { type: 'IncidentDeleted', data: {} },
    by: tyler,
    at: '2026-06-20T12:00:00.000Z',
  });
  await log.tell({
    tenant,
    stream: late,
    event: { type: 'IncidentDeleted', data: {} },
    by: tyler,
    at: '2026-06-10T12:00:00.000Z',
  });
  await log.project();
  const at = async (now: string, viewer: Viewer, filter: IncidentFilter = { state: ['DELETED'] }) => {
    const { items, totalCount } = await handler.execute(new ListIncidents(tenant, viewer, { filter }, new Date(now)));
    expect(totalCount).toBe(items.length);
    return items.map(({ number }) => number);
  };
  const july = '2026-07-11T12:00:00.000Z';
  const always: Permission[] = ['ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'];
  expect(await at(july, holding(tyler))).toEqual([1]);
  expect(await at(july, admin)).toEqual([1]);
  expect(await at(july, holding(randomUUID(), ...always))).toEqual([1]);
  expect(await at(july, holding(marta, 'ALWAYS_MODIFY_EVENTS'))).toEqual([1]);
  // They were sensitive: without SEE_INJURY_DATA others never saw them.
  expect(await at(july, holding(randomUUID(), 'ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS'))).toEqual([]);
  expect(await at(july, holding(marta))).toEqual([]);
  expect(await at(july, holding(randomUUID(), 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'))).toEqual([]);
  expect(await at('2026-07-20T12:00:00.000Z', admin)).toEqual([1]);
  expect(await at('2026-07-20T12:00:00.001Z', admin)).toEqual([]);
  expect((await at('2026-07-01T12:00:00.000Z', admin)).sort()).toEqual([1, 3]);
  expect(await at(july, admin, {})).toEqual([2]);
  expect(await at(july, admin, { state: ['REPORTED'] })).toEqual([2]);
  expect((await at(july, admin, { state: ['REPORTED', 'DELETED'] })).sort()).toEqual([1, 2]);
  expect(await at(july, admin, { state: ['DELETED'], text: 'plank' })).toEqual([1]);
  expect(await at(july, admin, { text: 'plank' })).toEqual([]);
  expect(await at(july, holding(marta), { state: ['DELETED', 'REPORTED'], assignedToMe: true })).toEqual([2]);
  const { items } = await handler.execute(
    new ListIncidents(tenant, admin, { filter: { state: ['DELETED'] } }, new Date(july)),
  );
  expect(items).toMatchObject([
    {
      state: 'REPORTED',
      holder: null,
      deleted: { at: '2026-06-20T12:00:00.000Z', by: { userGuid: tyler, name: 'Tyler Beaudoin' } },
    },
  ]);
});

test('a deleted incident is in no list until it is restored', async () => {
  const tenant = randomUUID();
  const stream = randomUUID();
  await log.tell({ tenant, stream, event: incidentReported() });
  await log.project();
  expect(await numbers(tenant, admin)).toEqual([1]);
  await log.tell({ tenant, stream, event: { type: 'IncidentDeleted', data: {} } });
  await log.project();
  expect(await numbers(tenant, admin)).toEqual([]);
  await log.tell({ tenant, stream, event: { type: 'IncidentRestored', data: {} } });
  await log.project();
  expect(await numbers(tenant, admin)).toEqual([1]);
});

test('an item says who holds the incident, where it happened and how it is rated', async () => {
  const tenant = randomUUID();
  const [reporter, reviewer, worksiteGuid, stream] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const alberta = regions.find(({ name }) => name === 'Alberta')!;
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(reporter, 'Marta Kowalczyk') });
  await log.tell({ tenant, stream: randomUUID(), event: memberJoined(reviewer, 'Daniel Okafor') });
  await log.tell({
    tenant,
    stream: worksiteGuid,
    event: {
      type: 'WorksiteCreated',
      data: {
        worksiteGuid,
        name: 'Fort McMurray Yard',
        regionGuid: alberta.guid,
        address: null,
        timeZone: null,
        emergencyPhone: null,
      },
    },
  });
  await log.tell({
    tenant,
    stream,
    event: incidentReported({
      reporterGuid: reporter,
      worksiteGuid,
      description: 'A rack was hit by a forklift. Nobody was near.',
    }),
    by: reporter,
    at: '2026-06-11T01:00:00.000Z',
  });
  await log.tell({
    tenant,
    stream,
    event: { type: 'ReviewRequested', data: { reviewerGuid: reviewer, isByCallList: false, routedTo: null } },
    by: reporter,
    at: '2026-06-11T02:00:00.000Z',
  });
  await log.tell({
    tenant,
    stream,
    event: { type: 'IncidentReviewed', data: { severity: 4, likelihood: 3, comment: null, answer: null } },
    by: reviewer,
    at: '2026-06-12T02:00:00.000Z',
  });
  await log.tell({ tenant, stream, event: { type: 'IncidentAmended', data: { location: 'Aisle 4' } }, by: reviewer });
  await log.project();
  expect((await list(tenant, admin)).items).toEqual([
    {
      eventId: stream,
      number: 1,
      heading: 'A rack was hit by a forklift',
      formGuid: expect.any(String),
      formName: 'Injury',
      occurrenceDate: '2026-06-10',
      occurrenceTime: null,
      timeZone: 'America/Edmonton',
      state: 'REVIEWED',
      place: {
        worksiteGuid,
        worksiteName: 'Fort McMurray Yard',
        regionGuid: alberta.guid,
        regionName: 'Alberta',
        location: 'Aisle 4',
      },
      reporter: { userGuid: reporter, name: 'Marta Kowalczyk' },
      reviewer: { userGuid: reviewer, name: 'Daniel Okafor' },
      approver: null,
      holder: { userGuid: reviewer, name: 'Daniel Okafor', alsoWith: null, since: '2026-06-12T02:00:00.000Z' },
      needsReassigning: false,
      severity: 4,
      likelihood: 3,
      riskScore: 12,
      riskBand: 'HIGH',
      isLeading: false,
      isSensitive: true,
      changedSinceReview: true,
      reportedAt: '2026-06-11T01:00:00.000Z',
      deleted: null,
      revision: 4,
    } satisfies IncidentListItem,
  ]);
  for (const text of ['rack forklift', 'FORK', 'mcmurray', 'alberta', 'aisle', '1', '#1', 'hit 1'])
    expect([text, await found(tenant, { text })]).toEqual([text, [1]]);
  for (const text of ['rack bicycle', '2', 'kowalczyk', '%', '_', "o'clock"])
    expect([text, await found(tenant, { text })]).toEqual([text, []]);
  expect(await found(tenant, { regionGuid: alberta.guid })).toEqual([1]);
  expect(
    await found(tenant, { regionGuid: regions[0]!.guid === alberta.guid ? regions[1]!.guid : regions[0]!.guid }),
  ).toEqual([]);
});

it('a text is searched in the current description and place, whichever of them was amended', async () => {
  const [tenant, stream, reporter] = [randomUUID(), randomUUID(), randomUUID()];
  await log.tell({
    tenant,
    stream,
    event: incidentReported({
      reporterGuid: reporter,
      description: 'A rack was hit\nby a forklift.',
      location: 'Aisle İ 4',
    }),
    by: reporter,
  });
  const hits = async () => {
    await log.project();
    const words = ['rack', 'forklift', 'shelf', 'aisle', 'bay'];
    return (
      await Promise.all(words.map(async (text) => ((await found(tenant, { text })).length > 0 ? [text] : [])))
    ).flat();
  };
  const amend = (data: { description?: string; location?: string | null }) =>
    log.tell({ tenant, stream, event: { type: 'IncidentAmended', data }, by: reporter });
  expect(await hits()).toEqual(['rack', 'forklift', 'aisle']);
  await amend({ description: 'A shelf was hit.' });
  expect(await hits()).toEqual(['shelf', 'aisle']);
  await amend({ location: 'Bay 9' });
  expect(await hits()).toEqual(['shelf', 'bay']);
  await amend({ location: null });
  expect(await hits()).toEqual(['shelf']);
});

describe('in an organization with many incidents', () => {
  const workload = new RandomWorkload(31);
  let all: IncidentListItem[];
  beforeAll(async () => {
    for (const events of workload.setUp()) await log.tell(events);
    for (let count = 0; count < 300; count++) await log.tell(workload.next());
    await log.project();
    all = (await list(workload.tenant, admin, { limit: 100 })).items;
    expect(all.length).toBeGreaterThan(30);
  });
  const expected = (filter: (item: IncidentListItem) => boolean) => {
    const chosen = all.filter(filter).map(({ number }) => number);
    expect(chosen.length).toBeGreaterThan(0);
    return chosen.sort();
  };

  test('each filter keeps what it names, and several keep what all of them name', async () => {
    const { tenant } = workload;
    const { formGuid, reporter, place } = all.find(
      (item) => item.place.worksiteGuid !== null && item.place.regionGuid !== null,
    )!;
    const cases: [IncidentFilter, (item: IncidentListItem) => boolean][] = [
      [{ state: ['REVIEW_REQUESTED', 'CLOSED'] }, ({ state }) => state === 'REVIEW_REQUESTED' || state === 'CLOSED'],
      [{ formGuid: [formGuid] }, (item) => item.formGuid === formGuid],
      [{ worksiteGuid: [place.worksiteGuid!] }, (item) => item.place.worksiteGuid === place.worksiteGuid],
      [{ regionGuid: place.regionGuid! }, (item) => item.place.regionGuid === place.regionGuid],
      [
        { from: '2026-03-05', to: '2026-06-20' },
        ({ occurrenceDate }) => occurrenceDate >= '2026-03-05' && occurrenceDate <= '2026-06-20',
      ],
      [{ reporterGuid: reporter.userGuid }, (item) => item.reporter.userGuid === reporter.userGuid],
      [{ riskBand: ['LOW', 'HIGH'] }, ({ riskBand }) => riskBand === 'LOW' || riskBand === 'HIGH'],
      [{ state: [], text: 'ladder' }, ({ heading }) => heading.includes('ladder')],
      [
        { formGuid: [formGuid], from: '2026-02-01' },
        (item) => item.formGuid === formGuid && item.occurrenceDate >= '2026-02-01',
      ],
    ];
    for (const [filter, keeps] of cases)
      expect([filter, await found(tenant, filter)]).toEqual([filter, expected(keeps)]);
    expect(await found(tenant, { categoryGuid: [randomUUID()] })).toEqual([]);
  });

  /** A viewer who sees only their own incidents, and those. */
  async function ownAlone(): Promise<[Viewer, IncidentListItem[]]> {
    const [[userGuid]] = [...Map.groupBy(all, ({ reporter }) => reporter.userGuid)].sort(
      ([, one], [, other]) => other.length - one.length,
    ) as [[string, IncidentListItem[]]];
    const { items } = await list(workload.tenant, holding(userGuid), { limit: 100 });
    expect(items.length).toBeGreaterThan(7);
    return [holding(userGuid), items];
  }

  test.each(incidentSortKeys)(
    'sorted by %s, pages by offset and by cursor give the whole list once, and totalCount is exact',
    async (sortBy) => {
      const sortKey = (item: IncidentListItem): string | number =>
        ({
          OCCURRENCE_DATE: `${item.occurrenceDate} ${item.occurrenceTime ?? ''}`,
          REPORTED_DATE: item.reportedAt,
          NUMBER: item.number,
          FORM_NAME: item.formName.toLowerCase(),
          STATE: incidentStates.indexOf(item.state),
          RISK: item.riskScore ?? -1,
        })[sortBy];
      for (const [viewer, seen] of [[admin, all], await ownAlone()] as const)
        for (const sortDirection of ['ASCENDING', 'DESCENDING'] as const) {
          const sign = sortDirection === 'ASCENDING' ? 1 : -1;
          const inOrder = [...seen].sort(
            (one, other) =>
              sign *
              (sortKey(one) < sortKey(other) ? -1 : sortKey(one) > sortKey(other) ? 1 : one.number - other.number),
          );
          const byOffset: IncidentListItem[] = [];
          const byCursor: IncidentListItem[] = [];
          let cursor: string | undefined;
          for (let offset = 0; offset < seen.length; offset += 7) {
            const paged = await list(workload.tenant, viewer, { sortBy, sortDirection, limit: 7, offset });
            const followed = await list(workload.tenant, viewer, {
              sortBy,
              sortDirection,
              limit: 7,
              ...(cursor !== undefined && { cursor }),
            });
            byOffset.push(...paged.items);
            byCursor.push(...followed.items);
            expect([paged.totalCount, followed.totalCount, followed.offset]).toEqual([
              seen.length,
              seen.length,
              offset,
            ]);
            cursor = followed.nextCursor ?? undefined;
          }
          expect(cursor).toBeUndefined();
          expect(byOffset).toEqual(inOrder);
          expect(byCursor).toEqual(inOrder);
        }
      expect(await list(workload.tenant, admin, { sortBy, offset: 5_000 })).toMatchObject({
        items: [],
        totalCount: all.length,
        offset: 5_000,
        nextCursor: null,
      });
    },
  );

  test('counts and places that are remembered are forgotten when anything changes', async () => {
    const { tenant } = workload;
    const request = { limit: 5, offset: 10 } as const;
    const before = await list(tenant, admin, request);
    expect(await list(tenant, admin, request)).toEqual(before);
    expect((await list(tenant, admin, { limit: 5, offset: 5 })).items).toEqual(all.slice(5, 10));
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ occurrenceDate: '2027-01-01' }) });
    await log.project();
    const after = await list(tenant, admin, request);
    expect(after.totalCount).toBe(before.totalCount + 1);
    expect(after.items).toEqual([all[9], ...before.items.slice(0, 4)]);
  });

  test('a cursor that the list did not give is refused', async () => {
    const { nextCursor } = await list(workload.tenant, admin, { limit: 3 });
    await expect(list(workload.tenant, admin, { cursor: nextCursor!, sortBy: 'RISK' })).rejects.toThrow(
      MalformedCursor,
    );
    for (const cursor of [
      '',
      'x',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('["OCCURRENCE_DATE DESCENDING","2026-99-99",1,0]').toString('base64url'),
    ]) {
      await expect(list(workload.tenant, admin, { cursor })).rejects.toThrow(MalformedCursor);
    }
  });
});

test('a person with more own incidents than are examined among everybody’s finds each of them, by offset and by cursor, be they the newest of all or the oldest, and not the deleted ones', async () => {
  const tenant = randomUUID();
  const [early, late] = [randomUUID(), randomUUID()];
  const streams = { [early]: [] as string[], [late]: [] as string[] };
  for (const [index, reporterGuid] of [early, late].entries()) {
    for (let count = 0; count < 520; count++) {
      const stream = randomUUID();
      streams[reporterGuid]!.push(stream);
      await log.tell({
        tenant,
        stream,
        event: incidentReported({ reporterGuid, occurrenceDate: `202${4 + index}-0${1 + (count % 9)}-01` }),
      });
    }
    for (const stream of streams[reporterGuid]!.slice(0, 3))
      await log.tell({ tenant, stream, event: { type: 'IncidentDeleted', data: {} } });
  }
  await log.project();
  for (const owner of [early, late]) {
    for (const sortBy of ['OCCURRENCE_DATE', 'NUMBER'] as const)
      for (const sortDirection of ['ASCENDING', 'DESCENDING'] as const) {
        const order = { sortBy, sortDirection, limit: 100 };
        const byFilter: number[] = [];
        for (let offset = 0; offset < 600; offset += 100)
          byFilter.push(
            ...(await list(tenant, admin, { ...order, offset, filter: { reporterGuid: owner } })).items.map(
              ({ number }) => number,
            ),
          );
        expect(byFilter).toHaveLength(517);
        const [byOffset, byCursor]: [number[], number[]] = [[], []];
        for (let offset = 0; offset < 600; offset += 100) {
          const page = await list(tenant, holding(owner), { ...order, offset });
          expect(page.totalCount).toBe(517);
          byOffset.push(...page.items.map(({ number }) => number));
        }
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page: Awaited<ReturnType<typeof list>> = await list(tenant, holding(owner), {
            ...order,
            ...(cursor && { cursor }),
          });
          byCursor.push(...page.items.map(({ number }) => number));
          cursor = page.nextCursor;
        }
        expect({ byOffset, byCursor }).toEqual({ byOffset: byFilter, byCursor: byFilter });
      }
  }
}, 60_000);

test('a search looks through so many of the newest events, says which, and goes on before them until none is left', async () => {
  const tenant = randomUUID();
  const texts = ['A sling slipped', 'A plank fell', 'A sling tore', 'A plank split', 'A sling slipped', 'A hose burst'];
  for (const description of texts)
    await log.tell({ tenant, stream: randomUUID(), event: incidentReported({ description }) });
  await log.project();
  const search = async (text: string | undefined, searchBefore?: number) => {
    const { items, totalCount, searchedFrom } = await handler.execute(
      new ListIncidents(
        tenant,
        admin,
        { ...(text && { filter: { text } }), sortBy: 'NUMBER', ...(searchBefore && { searchBefore }) },
        new Date(),
        2,
      ),
    );
    expect(totalCount).toBe(items.length);
    return [items.map(({ number }) => number), searchedFrom];
  };
  expect(await search('sling')).toEqual([[5], 5]);
  expect(await search('sling', 5)).toEqual([[3], 3]);
  expect(await search('sling', 3)).toEqual([[1], null]);
  expect(await search('plank')).toEqual([[], 5]);
  expect(await search(undefined)).toEqual([[6, 5, 4, 3, 2, 1], null]);
});
