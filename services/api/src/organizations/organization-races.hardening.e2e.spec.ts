import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

const IS_LONG = process.env['HARDENING'] === 'long';
const ROUNDS = IS_LONG ? 200 : 20;
/** Number of reports that race with the removal of their place; at least one for each of 25 delays. */
const REPORTS = IS_LONG ? 200 : 25;

let app: TestApplication;
let org: string;
let other: string;
let boss: TestPerson & { readonly token: string };
let otherBoss: TestPerson & { readonly token: string };
beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  [org, other] = [await app.found('Harbour Works'), await app.found('Quay Works')];
  [boss, otherBoss] = [await app.member(org, 'admin', 'Boss Quay'), await app.member(other, 'admin', 'Bo Reef')];
});
afterAll(() => app?.stop());

const outcomeOf = ({ status, body }: Answer): string => `${status}${body?.className ? ` ${body.className}` : ''}`;
const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  app.call(method, `/orgs/${org}${path}`, { token: boss.token, body });
const group = async (name: string): Promise<string> => (await call('POST', '/reporting-groups', { name })).body.guid;

test(`a group is archived or removed, not both, ${ROUNDS} times`, async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const guid = await group(`Crew ${round}`);
    const [archive, remove] = [
      () => call('POST', `/reporting-groups/${guid}/archive`, {}),
      () => call('DELETE', `/reporting-groups/${guid}`),
    ];
    // Which one starts first alternates by round.
    const [archived, removed] =
      round % 2 === 0
        ? await Promise.all([archive(), remove()])
        : await Promise.all([remove(), archive()]).then(([second, first]) => [first, second] as const);
    const outcome = `${outcomeOf(archived)} / ${outcomeOf(removed)}`;
    expect(['200 / 404 ReportingGroupNotFound', '404 ReportingGroupNotFound / 204']).toContain(outcome);
    outcomes.add(outcome);
    const { events } = await app.api.application.store.read(org, 0, 10_000);
    expect(events.filter(({ stream }) => stream.guid === guid)).toHaveLength(2);
  }
  process.stdout.write(`archiving against removal: ${[...outcomes].join('; ')}\n`);
});

test(`of two groups that are archived in favour of each other one is, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, another] = [await group(`One ${round}`), await group(`Another ${round}`)];
    const both = await Promise.all([
      call('POST', `/reporting-groups/${one}/archive`, { reassignToGuid: another }),
      call('POST', `/reporting-groups/${another}/archive`, { reassignToGuid: one }),
    ]);
    expect(both.map(outcomeOf).sort()).toEqual(['200', '404 ReportingGroupNotFound']);
  }
});

test(`of two organizations that want one ID one gets it, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const username = `harbour-and-quay-${round}`;
    const both = await Promise.all([
      call('PATCH', '', { username }),
      app.call('PATCH', `/orgs/${other}`, { token: otherBoss.token, body: { username } }),
    ]);
    expect(both.map(outcomeOf).sort()).toEqual(['200', '409 DuplicateUsername']);
  }
});

const reportInto = (place: object) =>
  app.call('POST', `/reported-events?organizationGuid=${org}`, {
    token: boss.token,
    body: {
      formGuid: nearMissForm.formGuid,
      formVersion: 1,
      occurrenceDate: '2026-03-02',
      description: 'A sling slipped.',
      components,
      location: 'Gate 2',
      ...place,
    },
  });
const worksite = async (name: string): Promise<string> =>
  (await call('POST', '/worksite-locations', { name })).body.guid;
let standing: string;
beforeAll(async () => {
  standing = await group('Standing crew');
  // Without any worksite an unknown one would be refused for the region, which is then required.
  await worksite('Standing yard');
});

const inGroup = (reportingGroupGuid: string) => ({ reportingGroupGuid, regionGuid: regions[0]!.guid });
const atWorksite = (worksiteGuid: string) => ({ reportingGroupGuid: standing, worksiteGuid });

test.each<
  [
    what: string,
    make: (name: string) => Promise<string>,
    place: (guid: string) => object,
    take: (guid: string) => Promise<Answer>,
    done: string,
    inTheWay: string,
    gone: string,
  ]
>([
  [
    'the archiving of its group without a target',
    group,
    inGroup,
    (guid) => call('POST', `/reporting-groups/${guid}/archive`, {}),
    '200',
    '400 MissingRelatedEntity',
    '404 ReportingGroupNotFound',
  ],
  [
    'the removal of its group',
    group,
    inGroup,
    (guid) => call('DELETE', `/reporting-groups/${guid}`),
    '204',
    '409 ReportingGroupWithEventsOrMembersCannotBeRemoved',
    '404 ReportingGroupNotFound',
  ],
  [
    'the removal of its worksite',
    worksite,
    atWorksite,
    (guid) => call('DELETE', `/worksite-locations/${guid}`),
    '204',
    '409 WorksiteWithEventsCannotBeRemoved',
    '404 WorksiteNotFound',
  ],
])(`of a report and %s one comes in, ${REPORTS} times`, async (what, make, place, take, done, inTheWay, gone) => {
  const outcomes = new Map<string, number>();
  for (let round = 0; round < REPORTS; round++) {
    const guid = await make(`${what} ${round}`);
    // A removal first waits for the read models, so a report at the same moment would always win: it is sent with
    // increasing delays.
    const [taken, reported] = await Promise.all([take(guid), sleep(round % 25).then(() => reportInto(place(guid)))]);
    const outcome = `${outcomeOf(reported)} / ${outcomeOf(taken)}`;
    expect([`201 / ${inTheWay}`, `${gone} / ${done}`]).toContain(outcome);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (reported.status === 201) {
      const shown = await app.call('GET', `/reported-events/${reported.body.eventId}?organizationGuid=${org}`, {
        token: boss.token,
        headers: { 'at-least': reported.headers.get('position')! },
      });
      expect([shown.status, JSON.stringify(shown.body).includes(guid)]).toEqual([200, true]);
    }
    expect(outcomeOf(await reportInto(place(guid)))).toBe(outcomeOf(taken) === done ? gone : '201');
  }
  process.stdout.write(
    `report against ${what}: ${[...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join('; ')}\n`,
  );
});
