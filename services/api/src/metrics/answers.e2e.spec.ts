import { countedDays, DAYS_TO_ANSWER } from '@plimsoll/contracts/metrics/answers-share';
import { nearMissForm, toolboxTalkForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { addDays, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { ListMembers, type Member } from '@plimsoll/projections/members/member-list/query';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import type { Command } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { DeleteIncident } from '../incidents/delete-incident.ts';
import { ReportIncident } from '../incidents/report-incident.ts';
import { ApproveIncident } from '../incidents/workflow/approve-incident.ts';
import { RequestApproval } from '../incidents/workflow/request-approval.ts';
import { RequestReview } from '../incidents/workflow/request-review.ts';
import { ReturnIncident } from '../incidents/workflow/return-incident.ts';
import { ReviewIncident } from '../incidents/workflow/review-incident.ts';

const REPORTS = 500;
let app: TestApplication;
let org: string;
let people: Record<'Ada' | 'Vera' | 'Rita' | 'Rob', TestPerson & { readonly token: string }>;
let members: ReadonlyMap<string, Member>;
const eventIds: string[] = [];

/** Deterministic numbers from 0 to 1. */
let seed = 20_260_317;
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const one = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;

async function run(command: Command<Outcome>): Promise<void> {
  const outcome = await app.api.application.commands.execute(command);
  if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
}

/** A report of some day, with what became of it, all by the clock of then. */
async function history(): Promise<void> {
  const eventId = uuidv7();
  eventIds.push(eventId);
  const now = Date.now();
  // Not near midnight, since the zone's rules of Node and of PostgreSQL may be of different years.
  const reportedAt = Math.floor(now / 86_400_000 - 1 - random() * 110) * 86_400_000 + (12 + random() * 8) * 3_600_000;
  const reporter = one([people.Rita, people.Rob, people.Vera]);
  let at = reportedAt;
  const by = (who: TestPerson) =>
    systemEnvelope({ tenant: org, actor: members.get(who.userGuid)!, kind: 'USER', at: new Date(at) });
  /** Goes on in time; false where that would be ahead. */
  const later = (): boolean => {
    at += random() * 9 * 86_400_000;
    return at < now;
  };
  const form = random() < 0.1 ? toolboxTalkForm : nearMissForm;
  await run(
    new ReportIncident(by(reporter), eventId, {
      formGuid: form.formGuid,
      formVersion: form.version,
      occurrenceDate: addDays(new Date(reportedAt).toISOString().slice(0, 10), -1),
      description: 'A sling slipped.',
      location: 'Gate 2',
      regionGuid: '01900000-e001-7000-8000-000000000001',
      ...(form === nearMissForm && { isQuick: true }),
      components:
        form === nearMissForm
          ? [
              {
                groupGuid: form.groups[0]!.groupGuid,
                answers: [{ questionGuid: form.groups[0]!.questions[0]!.questionGuid, value: 'FIRST_AID' }],
              },
            ]
          : [
              {
                groupGuid: form.groups[0]!.groupGuid,
                answers: [
                  { questionGuid: form.groups[0]!.questions[0]!.questionGuid, value: 'Ladders' },
                  { questionGuid: form.groups[0]!.questions[1]!.questionGuid, value: 4 },
                ],
              },
            ],
    }),
  );
  if (form === toolboxTalkForm || random() < 0.2 || !later()) return;
  if (random() < 0.05) return run(new DeleteIncident(by(people.Ada), eventId));
  const reviewer = random() < 0.2 ? people.Vera : people.Ada;
  await run(new RequestReview(by(people.Ada), eventId, { reviewerGuid: reviewer.userGuid }));
  if (!later()) return;
  if (random() < 0.3) return run(new ReturnIncident(by(reviewer), eventId, { comment: 'Which sling?' }));
  await run(new ReviewIncident(by(reviewer), eventId, { severity: 1, likelihood: 2, answer: 'We changed the sling.' }));
  if (nearMissForm.eventWorkflow !== 'REVIEW_AND_APPROVAL' || !later()) return;
  await run(new RequestApproval(by(reviewer), eventId, { approverGuid: people.Ada.userGuid }));
  if (later()) await run(new ApproveIncident(by(people.Ada), eventId, {}));
}

beforeAll(async () => {
  app = await TestApplication.start();
  org = await app.found('Answering Works', { asksAtOnce: false });
  people = {
    Ada: await app.member(org, 'admin', 'Ada Test', null),
    Vera: await app.member(org, ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], 'Vera Test', null),
    Rita: await app.member(org, 'standard', 'Rita Test', null),
    Rob: await app.member(org, 'standard', 'Rob Test', null),
  };
  await app.caughtUp(org, (await app.api.application.store.heads()).find(({ tenant }) => tenant === org)!.position);
  members = new Map(
    (await app.api.application.queries.execute(new ListMembers(org))).map((member) => [member.userGuid, member]),
  );
  for (let report = 0; report < REPORTS; report += 1) await history();
  await app.caughtUp(org, (await app.api.application.store.heads()).find(({ tenant }) => tenant === org)!.position);
}, 120_000);
afterAll(() => app?.stop());

type Kind = 'within7Days' | 'later' | 'notYet';

/** How each report that counts was answered, from the log, as simply as can be. */
async function naively(sees: (reporters: readonly string[]) => boolean): Promise<Record<Kind, number>> {
  const zone = 'America/Edmonton';
  const { from, to } = countedDays(localDateTime(new Date(), zone).date);
  const counts = { within7Days: 0, later: 0, notYet: 0 };
  for (const guid of eventIds) {
    const { events } = await app.api.application.store.load(org, { kind: 'incident', guid });
    const [reported, ...rest] = events;
    const data = reported!.data as Extract<IncidentEvent, { type: 'IncidentReported' }>['data'];
    const day = localDateTime(new Date(reported!.metadata.at), zone).date;
    const reporters = [data.reporterGuid, data.enteredByGuid];
    const named = rest.flatMap((event) => (event.data as { reviewerGuid?: string }).reviewerGuid ?? []);
    if (data.form.workflow === 'NONE' || day < from || day > to) continue;
    if (rest.some(({ type }) => type === 'IncidentDeleted') || !sees([...reporters, ...named])) continue;
    const answer = rest.find(
      ({ type, metadata, data: step }) =>
        !reporters.includes(metadata.actor.userGuid) &&
        (type === 'IncidentReviewed' ||
          type === 'IncidentApproved' ||
          (type === 'IncidentReturned' && (step as { to: string }).to === 'REPORTER')),
    );
    const days = answer ? (Date.parse(answer.metadata.at) - Date.parse(reported!.metadata.at)) / 86_400_000 : Infinity;
    counts[!answer ? 'notYet' : days <= DAYS_TO_ANSWER ? 'within7Days' : 'later'] += 1;
  }
  return counts;
}

const get = async (who: TestPerson & { readonly token: string }, path: string) =>
  (await app.call('GET', `${path}${path.includes('?') ? '&' : '?'}organizationGuid=${org}`, { token: who.token })).body;

test.each<[name: 'Ada' | 'Vera' | 'Rita' | 'Rob']>([['Ada'], ['Vera'], ['Rita'], ['Rob']])(
  'the share of %s is what a second, naive fold of the log finds, and each figure opens as many events',
  async (name) => {
    const who = people[name];
    const isOwn = (guids: readonly string[]) => guids.includes(who.userGuid);
    const expected = await naively(name === 'Ada' || name === 'Vera' ? () => true : isOwn);
    const share = await get(who, '/dashboard/answers');
    expect(share).toMatchObject(expected);
    expect(share.reports).toBe(share.within7Days + share.later + share.notYet);
    expect(share.share).toBe(share.within7Days / share.reports);
    expect(share.within7Days).toBeGreaterThan(0);
    expect(share.later).toBeGreaterThan(0);
    expect(share.notYet).toBeGreaterThan(0);
    for (const [answered, figure] of [
      ['WITHIN_7_DAYS', 'within7Days'],
      ['LATER', 'later'],
      ['NOT_YET', 'notYet'],
      ['ANY', 'reports'],
    ] as const) {
      const filter = { answered, reportedFrom: share.from, reportedTo: share.to };
      const list = await get(who, `/reported-events?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      expect(list.totalCount).toBe(share[figure]);
    }
  },
  30_000,
);

test('my reports are what one reported or entered, the newest first, with what became of each', async () => {
  const mine = await get(people.Rita, '/my-reports?limit=100');
  const own = [];
  for (const guid of eventIds) {
    const { events } = await app.api.application.store.load(org, { kind: 'incident', guid });
    const isMine = (events[0]!.data as { reporterGuid: string }).reporterGuid === people.Rita.userGuid;
    if (isMine && !events.some(({ type }) => type === 'IncidentDeleted'))
      own.push({ guid, at: events[0]!.metadata.at });
  }
  own.sort((first, second) => second.at.localeCompare(first.at));
  expect(mine.totalCount).toBe(own.length);
  expect(mine.items.map(({ eventId }: { eventId: string }) => eventId)).toEqual(
    own.slice(0, 100).map(({ guid }) => guid),
  );
  const answered = mine.items.find(({ answer }: { answer: object | null }) => answer !== null);
  expect(answered).toMatchObject({ answer: { text: 'We changed the sling.' }, answeredAt: expect.any(String) });
});

describe('news', () => {
  const report = async () => {
    const { status, body } = await app.call('POST', `/reported-events?organizationGuid=${org}`, {
      token: people.Rob.token,
      body: {
        formGuid: nearMissForm.formGuid,
        formVersion: nearMissForm.version,
        occurrenceDate: localDateTime(new Date(), 'America/Edmonton').date,
        description: 'A sling slipped.',
        location: 'Gate 2',
        regionGuid: '01900000-e001-7000-8000-000000000001',
        components: [
          {
            groupGuid: nearMissForm.groups[0]!.groupGuid,
            answers: [{ questionGuid: nearMissForm.groups[0]!.questions[0]!.questionGuid, value: 'FIRST_AID' }],
          },
        ],
      },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.eventId as string;
  };
  const step = async (eventId: string, command: string, body: object) => {
    const answer = await app.call('POST', `/reported-events/${eventId}/${command}`, { token: people.Ada.token, body });
    expect(answer.status).toBe(200);
    await app.caughtUp(org, positionOf(answer.headers.get('Position')!, org)!);
  };
  const newsOf = async (name: keyof typeof people, eventId: string) => {
    const { news } = await get(people[name], '/dashboard/notifications');
    return news
      .filter((item: { eventId: string }) => item.eventId === eventId)
      .map(({ kind, text, by, isNew }: Record<string, unknown>) => [kind, text, (by as { name: string }).name, isNew]);
  };

  test('of a review go to who reported it, with the sentence, once, and again only with another sentence', async () => {
    const eventId = await report();
    await step(eventId, 'request-review', { reviewerGuid: people.Ada.userGuid });
    expect(await newsOf('Rob', eventId)).toEqual([]);
    await step(eventId, 'review', { severity: 1, likelihood: 1, answer: 'We changed the sling.' });
    const kind = nearMissForm.eventWorkflow === 'REVIEW' ? 'EVENT_CLOSED' : 'EVENT_REVIEWED';
    expect(await newsOf('Rob', eventId)).toEqual([[kind, 'We changed the sling.', 'Ada Test', true]]);
    expect(await newsOf('Ada', eventId)).toEqual([]);
    await step(eventId, 'review', { severity: 2, likelihood: 1, answer: 'We changed the sling.' });
    expect(await newsOf('Rob', eventId)).toHaveLength(1);
    await step(eventId, 'review', { severity: 2, likelihood: 1, answer: 'We changed both slings.' });
    expect((await newsOf('Rob', eventId)).map(([, text]: unknown[]) => text)).toEqual([
      'We changed both slings.',
      'We changed the sling.',
    ]);
    const detail = await get(people.Rob, `/reported-events/${eventId}`);
    expect(detail.answer).toMatchObject({ text: 'We changed both slings.', by: { name: 'Ada Test' } });
  });

  test('are seen until a moment; an earlier one changes nothing, and one that is ahead is refused', async () => {
    const see = (until: string) =>
      app.call('POST', `/dashboard/notifications/seen?organizationGuid=${org}`, {
        token: people.Rob.token,
        body: { until },
      });
    const { newNewsCount, news } = await get(people.Rob, '/dashboard/notifications');
    expect(newNewsCount).toBeGreaterThan(1);
    expect((await see(news[1].at)).body).toEqual({ newNewsCount: 1 });
    expect((await see('2026-01-01T00:00:00.000Z')).body).toEqual({ newNewsCount: 1 });
    expect((await see(news[0].at)).body).toEqual({ newNewsCount: 0 });
    const ahead = await see(new Date(Date.now() + 60_000).toISOString());
    expect([ahead.status, ahead.body.className]).toEqual([400, 'MalformedDate']);
  });
});
