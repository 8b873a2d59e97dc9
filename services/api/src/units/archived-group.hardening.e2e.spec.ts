import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { projections } from '@plimsoll/projections/platform/projections';
import { verifyReadModels } from '@plimsoll/projections/runner/rebuild/verify-read-models';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { components } from '../../test/incidents/sample-incident.ts';
import type { RunningApi } from '../../test/running-api.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

const KILLS = process.env['HARDENING'] === 'long' ? 20 : 2;
const [EVENTS, MEMBERS, REPORTERS] = [1_000, 50, 16];

let app: TestApplication;
let org: string;
let token: string;

beforeAll(async () => {
  app = await TestApplication.start();
  org = await app.found();
  token = (await app.member(org, 'admin', 'Kay Moor')).token;
}, 120_000);
afterAll(() => app?.stop());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call(method, path, { token, body, headers });
const create = async (name: string): Promise<string> =>
  (await call('POST', `/orgs/${org}/reporting-groups`, { name })).body.guid;
const group = async (guid: string) => (await call('GET', `/orgs/${org}/reporting-groups/${guid}`)).body;
const archive = (guid: string, reassignToGuid: string, key: string = randomUUID()) =>
  call('POST', `/orgs/${org}/reporting-groups/${guid}/archive`, { reassignToGuid }, { 'Idempotency-Key': key });
const report = (reportingGroupGuid: string) =>
  call('POST', `/reported-events?organizationGuid=${org}`, {
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    description: 'A sling slipped.',
    components,
    regionGuid: regions[0]!.guid,
    location: 'Gate 2',
    reportingGroupGuid,
  });
const countIn = async (guid: string): Promise<number> =>
  (
    await call(
      'GET',
      `/reported-events?organizationGuid=${org}&limit=1&filter=${encodeURIComponent(JSON.stringify({ reportingGroupGuid: [guid] }))}`,
    )
  ).body.totalCount;
const membersIn = async (guid: string): Promise<number> =>
  (await call('GET', `/org-memberships?organizationGuid=${org}`)).body.items.filter(
    ({ reportingGroupGuid }: { reportingGroupGuid: string | null }) => reportingGroupGuid === guid,
  ).length;

async function eventsAfter(position: number): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let after = position; ; ) {
    const { events } = await app.api.application.store.read(org, after, 1_000);
    if (events.length === 0) return found;
    found.push(...events);
    after = events.at(-1)!.position;
  }
}
const head = async (): Promise<number> =>
  (await app.api.application.store.heads()).find(({ tenant }) => tenant === org)!.position;
const caughtUp = async () => app.caughtUp(org, await head());

test(`a group with ${EVENTS} events and ${MEMBERS} members that is archived while ${REPORTERS} people report into it is its target's, by one event, and nothing is lost`, async () => {
  const [night, day, site] = [await create('Night crew'), await create('Day crew'), await create('Site')];
  for (let index = 0; index < MEMBERS; index++)
    await app.join(
      org,
      { userGuid: randomUUID(), name: `Hand ${index}`, emailAddress: `hand.${index}@example.test` },
      'standard',
      night,
    );
  let reported: string[] = [];
  const fill = async (count: number) => {
    for (let made = 0; made < count; made++) {
      const answer = await report(night);
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      reported.push(answer.body.eventId);
    }
  };
  await Promise.all(
    Array.from({ length: REPORTERS }, (_, index) =>
      fill(Math.floor(EVENTS / REPORTERS) + (index < EVENTS % REPORTERS ? 1 : 0)),
    ),
  );
  await caughtUp();
  expect(await group(night)).toMatchObject({ memberCount: MEMBERS, eventCount: EVENTS });

  const before = await head();
  let isArchived = false;
  const refused: Answer[] = [];
  const reporters = Array.from({ length: REPORTERS }, async () => {
    for (let left = 20; left > 0; left--) {
      const answer = await report(night);
      if (answer.status === 201) reported.push(answer.body.eventId);
      else refused.push(answer);
      if (!isArchived) left++;
    }
  });
  await sleep(300);
  const archived = await archive(night, day);
  isArchived = true;
  await Promise.all(reporters);
  expect(archived).toMatchObject({ status: 200, body: { status: 'ARCHIVED', reassignedToGuid: day } });
  expect(refused.map(({ status, body }) => `${status} ${body.className}`)).toEqual([]);
  await caughtUp();

  // One event in the log, besides the reports.
  const written = await eventsAfter(before);
  expect(
    written
      .filter(({ type }) => type !== 'IncidentReported')
      .map(({ type, stream, revision }) => [type, stream.guid, revision]),
  ).toEqual([['ReportingGroupArchived', night, 2]]);
  expect(new Set(written.flatMap(({ type, stream }) => (type === 'IncidentReported' ? [stream.guid] : []))).size).toBe(
    reported.length - EVENTS,
  );
  const expectAllIn = async (target: string) => {
    expect([await countIn(night), await countIn(target), await membersIn(target), await membersIn(night)]).toEqual([
      reported.length,
      reported.length,
      MEMBERS,
      0,
    ]);
    expect(await group(target)).toMatchObject({ memberCount: MEMBERS, eventCount: reported.length });
    expect(await group(night)).toMatchObject({
      status: 'ARCHIVED',
      memberCount: 0,
      eventCount: 0,
      reassignedToGuid: target,
    });
  };
  await expectAllIn(day);

  // An hour later a device sends a report with the old group.
  reported = [...reported, (await report(night)).body.eventId];
  await caughtUp();
  await expectAllIn(day);

  // Archiving the target as well moves them on.
  expect((await archive(day, site)).status).toBe(200);
  await caughtUp();
  await expectAllIn(site);
  const history = (await call('GET', `/reported-events/${reported[0]}/history?organizationGuid=${org}`)).body.items;
  expect(
    history.map(
      ({ type, revision, changes }: { type: string; revision: number; changes: { from: string; to: string }[] }) => [
        type,
        revision,
        ...changes.map(({ from, to }) => `${from} → ${to}`),
      ],
    ),
  ).toEqual([
    ['IncidentReported', 1],
    ['ReportingGroupArchived', 1, 'Night crew → Day crew'],
    ['ReportingGroupArchived', 1, 'Day crew → Site'],
  ]);
  const archivingsOf = async (guid: string) =>
    (await group(guid)).history
      .filter(({ type }: { type: string }) => type === 'ReportingGroupArchived')
      .map(
        ({
          archiving,
        }: {
          archiving: { group: { name: string }; reassignedTo: { name: string }; memberCount: number };
        }) => `${archiving.group.name} → ${archiving.reassignedTo.name}, ${archiving.memberCount}`,
      );
  expect([await archivingsOf(night), await archivingsOf(day), await archivingsOf(site)]).toEqual([
    ['Night crew → Day crew, 50'],
    ['Night crew → Day crew, 50', 'Day crew → Site, 50'],
    ['Day crew → Site, 50'],
  ]);
  expect((await call('GET', `/reported-events/${reported[0]}?organizationGuid=${org}`)).body).toMatchObject({
    reportingGroupGuid: site,
    reportingGroupName: 'Site',
    revision: 1,
  });
  const verified = await verifyReadModels({
    projectorUrl: app.database.projectorUrl,
    log: app.api.application.store,
    projections,
  });
  expect([verified.differences, verified.apart.filter(({ tenant }) => tenant === org)]).toEqual([[], []]);
  // The compared lists are not empty.
  expect(Object.entries(verified.rows).find(([table]) => table.startsWith('incident_list'))![1]).toBeGreaterThanOrEqual(
    reported.length,
  );
}, 300_000);

describe(`archiving while the process is killed, ${KILLS} times`, () => {
  let apart: RunningApi;
  beforeAll(async () => void (apart = await app.moveApart()), 60_000);

  test(
    'leaves all of it or nothing, and the repetition completes it',
    async () => {
      const came: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const [from, to] = [await create(`From ${kill}`), await create(`To ${kill}`)];
        const member = await app.register(`Member ${kill}`);
        await app.join(org, member, 'standard', from);
        for (let made = 0; made < 3; made++) expect((await report(from)).status).toBe(201);
        const key = randomUUID();
        const answer = archive(from, to, key).then(
          ({ status }) => `${status}`,
          () => 'lost',
        );
        // With increasing delays, so that some arrive before the append and some after it.
        await sleep(((kill + Math.random()) / KILLS) * 150);
        await apart.kill();
        const outcome = await answer;
        apart = await app.moveApart();
        await caughtUp();
        const own = (await eventsAfter(0)).filter(({ stream }) => stream.guid === from).map(({ type }) => type);
        const isDone = own.length === 2;
        came.push(`${outcome}, ${isDone ? 'all' : 'nothing'}`);
        expect(own).toEqual(['ReportingGroupCreated', ...(isDone ? ['ReportingGroupArchived'] : [])]);
        // Acknowledged reports exist.
        if (outcome === '200') expect(isDone).toBe(true);
        const [mine, other] = isDone ? [to, from] : [from, to];
        expect(await group(mine)).toMatchObject({ status: 'ACTIVE', memberCount: 1, eventCount: 3 });
        expect(await group(other)).toMatchObject({
          status: isDone ? 'ARCHIVED' : 'ACTIVE',
          memberCount: 0,
          eventCount: 0,
        });
        expect([await countIn(mine), await membersIn(mine)]).toEqual([3, 1]);
        const again = await archive(from, to, key);
        expect(again).toMatchObject({ status: 200, body: { status: 'ARCHIVED', reassignedToGuid: to } });
        await app.caughtUp(org, positionOf(again.headers.get('position')!, org)!);
        expect((await eventsAfter(0)).filter(({ stream }) => stream.guid === from)).toHaveLength(2);
        expect([await countIn(to), await membersIn(to)]).toEqual([3, 1]);
      }
      process.stdout.write(`killed while archiving: ${came.join('; ')}\n`);
    },
    60_000 + KILLS * 20_000,
  );
});
