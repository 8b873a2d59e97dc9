import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import type { PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid, components } from '../../test/incidents/sample-incident.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';
import { DEFAULT_TTL_MS } from '../platform/cache/swr-cache.ts';

let app: TestApplication;
let organizationGuid: string;
const member = (...permissions: Permission[]) => app.member(organizationGuid, permissions);
type Member = Awaited<ReturnType<typeof member>>;
let admin: Member;
let reporter: Member;
let reviewer: Member;
let approver: Member;

beforeAll(async () => {
  app = await TestApplication.start();
  organizationGuid = await app.found('Harbour Works');
  [admin, reporter, reviewer, approver] = [
    await app.member(organizationGuid, 'admin', 'Anna Lund'),
    await member(),
    await member('REVIEW_EVENTS'),
    await app.member(organizationGuid, ['APPROVE_EVENTS'], 'Priya Raman'),
  ];
});
afterAll(() => app?.stop());

const nearMiss = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: albertaGuid,
  location: 'North quay',
  description: 'A sling slipped. Nobody stood below.',
  components,
};
const injury = {
  ...nearMiss,
  formGuid: injuryForm.formGuid,
  injuredPersons: [{ name: 'Olga Fern', personType: 'CONTRACTOR', nature: '111', classification: 'MEDICAL_AID' }],
  components: [
    {
      groupGuid: injuryForm.groups[0]!.groupGuid,
      answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
    },
  ],
};

interface More {
  key?: string;
  revision?: number;
  atLeast?: Answer;
}
const headersOf = ({ key, revision, atLeast }: More) => ({
  ...(key && { 'Idempotency-Key': key }),
  ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
  ...(atLeast && { 'At-Least': atLeast.headers.get('Position')! }),
});
const report = (who: Member, body: object = nearMiss, more: More = {}) =>
  app.call('POST', '/reported-events', { token: who.token, body, headers: headersOf(more) });
const send = (who: Member, eventId: string, verb: string, body?: object, more: More = {}) =>
  app.call('POST', `/reported-events/${eventId}/${verb}`, { token: who.token, body, headers: headersOf(more) });
const amend = (who: Member, eventId: string, body: object, more: More = {}) =>
  app.call('PATCH', `/reported-events/${eventId}`, { token: who.token, body, headers: headersOf(more) });
const read = (who: Member, path: string, more: More = {}) =>
  app.call('GET', path, { token: who.token, headers: headersOf(more) });
const ok = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};

async function inReview(): Promise<string> {
  const { eventId } = ok(await report(reporter)).body;
  ok(await send(reporter, eventId, 'request-review', { reviewerGuid: reviewer.userGuid }));
  return eventId;
}
async function inApproval(): Promise<string> {
  const eventId = await inReview();
  ok(await send(reviewer, eventId, 'review', { severity: 3, likelihood: 4 }));
  ok(await send(reviewer, eventId, 'request-approval', { approverGuid: approver.userGuid }));
  return eventId;
}
const typesIn = async (eventId: string) => {
  const loaded = await app.api.application.store.load(organizationGuid, { kind: 'incident', guid: eventId });
  return loaded.events.map(({ type }) => type);
};

test('from the report to the approval and back, with everything to be read', async () => {
  const eventId = await inApproval();
  const amended = ok(await amend(approver, eventId, { immediateActions: 'Slings replaced' }));
  expect(
    (await send(approver, eventId, 'approve', { signature: 'Anna Lund' }, { revision: amended.body.revision })).body,
  ).toMatchObject({ status: 400, className: 'MalformedEventField', fieldErrors: [{ field: 'signature' }] });
  ok(
    await send(
      approver,
      eventId,
      'approve',
      { approvalComment: 'Agreed', signature: ' priya RAMAN', signatureDrawing: 'M1 1L9 9' },
      { revision: amended.body.revision },
    ),
  );
  const reopened = ok(await send(admin, eventId, 'reopen', { reason: 'Another witness' }));
  const { body } = ok(await read(reporter, `/reported-events/${eventId}`, { atLeast: reopened }));
  expect(body).toMatchObject({
    state: 'REPORTED',
    severity: 3,
    likelihood: 4,
    riskBand: 'HIGH',
    approvedRevision: 5,
    revision: 7,
    heading: 'A sling slipped',
    timeZone: 'America/Edmonton',
    place: { regionName: 'Alberta', location: 'North quay' },
    immediateActions: 'Slings replaced',
    allowedCommands: ['amend', 'request-review', 'delete'],
  });
  expect(body.steps).toContainEqual(
    expect.objectContaining({
      type: 'IncidentApproved',
      by: expect.objectContaining({ name: 'Priya Raman' }),
      signature: { name: 'priya RAMAN', drawing: 'M1 1L9 9' },
    }),
  );
  expect(body.steps).toContainEqual(
    expect.objectContaining({ type: 'IncidentReviewed', rating: { severity: 3, likelihood: 4 } }),
  );
  const history = ok(await read(reviewer, `/reported-events/${eventId}/history`));
  expect(history.body.items.map((item: { type: string }) => item.type).toSorted()).toEqual(
    (await typesIn(eventId)).toSorted(),
  );
});

describe('numbers', () => {
  test('run without gaps, whatever is refused or repeated between them', async () => {
    const org = await app.found('Counting Works');
    const people = await Promise.all([1, 2, 3, 4].map((index) => app.member(org, 'standard', `Counter ${index}`)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const key = uuidv7();
        const first = await report(people[index % 4]!, index % 5 === 0 ? { ...nearMiss, location: '' } : nearMiss, {
          key,
        });
        if (index % 7 !== 0) return first;
        const again = await report(people[index % 4]!, index % 5 === 0 ? { ...nearMiss, location: '' } : nearMiss, {
          key,
        });
        expect(again.body).toEqual({ ...first.body, ...(again.body.requestId && { requestId: again.body.requestId }) });
        return again;
      }),
    );
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.number)
      .sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
  });
});

describe('a repeated command', () => {
  test('gets its first answer, also when the incident has gone on', async () => {
    const key = uuidv7();
    const eventId = await inReview();
    const first = ok(await send(reviewer, eventId, 'review', { severity: 1, likelihood: 1 }, { key }));
    ok(await send(reviewer, eventId, 'request-approval', { approverGuid: approver.userGuid }));
    ok(await send(approver, eventId, 'approve', {}));
    const again = await send(reviewer, eventId, 'review', { severity: 1, likelihood: 1 }, { key });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
  test('with other words is refused', async () => {
    const key = uuidv7();
    const eventId = await inReview();
    ok(await send(reviewer, eventId, 'review', { severity: 1, likelihood: 1 }, { key }));
    expect((await send(reviewer, eventId, 'review', { severity: 5, likelihood: 5 }, { key })).body).toMatchObject({
      status: 422,
      className: 'IdempotencyKeyReused',
    });
  });
  test('reveals nothing to a person who may no longer see the incident', async () => {
    const modifier = await member('MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS');
    const { eventId } = ok(await report(reporter)).body;
    const key = uuidv7();
    ok(await amend(modifier, eventId, { location: 'South quay' }, { key }));
    await app.permit(organizationGuid, modifier, ['MODIFY_EVENTS_ON_OTHERS_BEHALF']);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await amend(modifier, eventId, { location: 'South quay' }, { key })).body).toMatchObject({
      className: 'Forbidden',
    });
  });
  test('a hundred times at once is carried out once', async () => {
    const key = uuidv7();
    const answers = await Promise.all(Array.from({ length: 100 }, () => report(reporter, nearMiss, { key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.eventId} ${body.number}`)).size).toBe(1);
    expect(await typesIn(answers[0]!.body.eventId)).toEqual(['IncidentReported']);
  });
});

describe('the second of two commands', () => {
  test('does not approve again: one of two approvals at once wins', async () => {
    const eventId = await inApproval();
    const answers = await Promise.all(
      [1, 2].map((index) => send(approver, eventId, 'approve', { approvalComment: `${index}` }, { revision: 4 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await typesIn(eventId)).filter((type) => type === 'IncidentApproved')).toHaveLength(1);
  });
  test('without If-Match is decided again, and gets the new state', async () => {
    const eventId = await inApproval();
    const answers = await Promise.all(
      [1, 2].map((index) => send(approver, eventId, 'approve', { approvalComment: `${index}` })),
    );
    expect(answers.map(({ body }) => body.className ?? 'approved').sort()).toEqual([
      'EventAlreadyApproved',
      'approved',
    ]);
  });
  test('does not approve for another approver: an approval and its reassignment exclude each other', async () => {
    const eventId = await inApproval();
    const other = await member('APPROVE_EVENTS');
    const [approved, passedOn] = await Promise.all([
      send(approver, eventId, 'approve', {}, { revision: 4 }),
      send(admin, eventId, 'request-approval', { approverGuid: other.userGuid }, { revision: 4 }),
    ]);
    // After passing it on, the former approver may not approve.
    expect([
      [200, 409],
      [403, 200],
      [409, 200],
    ]).toContainEqual([approved.status, passedOn.status]);
    expect(await typesIn(eventId)).toHaveLength(5);
  });
  test('does not approve what they have not seen', async () => {
    const eventId = await inApproval();
    ok(await amend(admin, eventId, { description: 'Two slings slipped.' }));
    expect((await send(approver, eventId, 'approve', {}, { revision: 4 })).body).toMatchObject({
      status: 409,
      className: 'StaleRevision',
      currentRevision: 5,
    });
    ok(await send(approver, eventId, 'approve', {}, { revision: 5 }));
  });
});

describe('the order of answers', () => {
  test('what one may not see is not there, whatever else is wrong with the request', async () => {
    const stranger = await member();
    const viewer = await member('VIEW_OTHER_USERS_EVENTS');
    const plain = ok(await report(reporter)).body.eventId;
    const sensitive = ok(await report(reporter, injury)).body.eventId;
    expect((await send(stranger, plain, 'return', {})).body).toMatchObject({ className: 'Forbidden' });
    expect((await send(viewer, sensitive, 'return', { comment: 7 })).body).toMatchObject({
      className: 'EventNotFound',
    });
    expect((await send(viewer, uuidv7(), 'return', { nonsense: true })).body).toMatchObject({
      className: 'EventNotFound',
    });
    expect((await amend(viewer, sensitive, { organizationGuid })).body).toMatchObject({ className: 'EventNotFound' });
    expect(
      (
        await app.call('POST', `/reported-events/${sensitive}/restore`, {
          token: viewer.token,
          headers: { 'If-Match': 'soon' },
        })
      ).body,
    ).toMatchObject({ className: 'EventNotFound' });
  });
  test('400 before 409 before 403', async () => {
    const onlooker = await member('VIEW_OTHER_USERS_EVENTS');
    const eventId = await inApproval();
    expect((await send(onlooker, eventId, 'request-review', {})).body).toMatchObject({
      className: 'MissingAssignedReviewer',
      fieldErrors: [{ message: 'Assign a reviewer to this event' }],
    });
    expect((await send(onlooker, eventId, 'request-review', { reviewerGuid: reviewer.userGuid })).body).toMatchObject({
      className: 'EventAlreadyReviewed',
    });
    expect((await send(onlooker, eventId, 'approve', {})).body).toMatchObject({ className: 'Forbidden' });
    expect((await amend(onlooker, eventId, { organizationGuid })).body).toMatchObject({
      className: 'OrganizationGuidPresent',
    });
    expect((await amend(onlooker, eventId, { reviewerGuid: reviewer.userGuid })).body).toMatchObject({
      className: 'AssignedReviewerPresent',
    });
  });
  test('401 before everything', async () =>
    expect((await app.call('POST', `/reported-events/${uuidv7()}/approve`, { body: {} })).status).toBe(401));
});

describe('named persons', () => {
  test('must be members who hold the right', async () => {
    const elsewhere = await app.member(await app.found('Elsewhere'), 'admin');
    const { eventId } = ok(await report(reporter)).body;
    for (const reviewerGuid of [uuidv7(), elsewhere.userGuid, approver.userGuid, undefined]) {
      expect((await send(reporter, eventId, 'request-review', { reviewerGuid })).body).toMatchObject({
        status: 400,
        className: 'MissingAssignedReviewer',
      });
    }
    ok(await send(reporter, eventId, 'request-review', { reviewerGuid: reviewer.userGuid.toUpperCase() }));
  });
  test('must still hold it when they act', async () => {
    const passing = await member('REVIEW_EVENTS');
    const { eventId } = ok(await report(reporter)).body;
    ok(await send(reporter, eventId, 'request-review', { reviewerGuid: passing.userGuid }));
    await app.permit(organizationGuid, passing, []);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await send(passing, eventId, 'review', { severity: 1, likelihood: 1 })).body).toMatchObject({
      status: 400,
      className: 'MissingAssignedReviewer',
    });
  });
  test('the same one again changes nothing', async () => {
    const eventId = await inReview();
    const again = await send(reporter, eventId, 'request-review', { reviewerGuid: reviewer.userGuid });
    expect([again.status, again.body.revision]).toEqual([200, 2]);
    expect(await typesIn(eventId)).toEqual(['IncidentReported', 'ReviewRequested']);
  });
});

describe('a report over HTTP', () => {
  test.each([
    ['a form that is not there', { formGuid: uuidv7() }, 404, 'FormNotFound'],
    ['a version that is not there', { formVersion: 99 }, 404, 'FormNotFound'],
    ['no answers', { components: [] }, 400, 'EmptyEventComponentsArray'],
    ['answers left out', { components: undefined }, 400, 'EmptyEventComponentsArray'],
    ['a reviewer', { reviewerGuid: uuidv7() }, 400, 'AssignedReviewerPresent'],
    ['a day to come', { occurrenceDate: '2099-01-01' }, 400, 'MalformedDate'],
    ['a moment before the day of the event', { at: '2026-03-02T04:59:00Z' }, 400, 'MalformedDate'],
    [
      'a moment more than five minutes ahead',
      () => ({ at: new Date(Date.now() + 6 * 60_000).toISOString() }),
      400,
      'MalformedDate',
    ],
    ['no region', { regionGuid: null }, 400, 'MissingRegion'],
    ['no location', { location: ' ' }, 400, 'MalformedLocation'],
    ['too long a location', { location: 'x'.repeat(1001) }, 400, 'MalformedLocation'],
    ['too long a description', { description: 'x'.repeat(100_001) }, 400, 'MalformedDescription'],
    ['an unknown worksite', { worksiteGuid: uuidv7() }, 400, 'MissingRegion'],
    [
      'somebody else as the reporter, without the right',
      () => ({ onBehalfOfUserGuid: reviewer.userGuid }),
      403,
      'Forbidden',
    ],
    ['a stranger as the reporter', { onBehalfOfUserGuid: uuidv7() }, 400, 'MissingMember'],
    [
      'an injury without anybody injured',
      { ...injury, injuredPersons: [] },
      400,
      'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson',
    ],
  ])('with %s is refused', async (_, changed, status, className) => {
    const answer = await report(reporter, { ...nearMiss, ...(typeof changed === 'function' ? changed() : changed) });
    expect(answer.body).toMatchObject({ status, className });
  });

  test('as a quick report has open questions, which only its review requires; once answered they stay so', async () => {
    const [group] = nearMissForm.groups;
    const [worst] = group!.questions;
    const { eventId } = ok(await report(reporter, { ...nearMiss, isQuick: true, components: undefined })).body;
    const asked = ok(await send(reporter, eventId, 'request-review', { reviewerGuid: reviewer.userGuid }));
    const open = [{ questionGuid: worst!.questionGuid, text: worst!.text }];
    expect(ok(await read(reviewer, `/reported-events/${eventId}`, { atLeast: asked })).body).toMatchObject({
      components: [],
      openQuestions: open,
    });
    const refused = await send(reviewer, eventId, 'review', { severity: 1, likelihood: 1 });
    expect(refused.body).toMatchObject({
      status: 400,
      className: 'EmptyEventComponentsArray',
      fieldErrors: [
        { field: `answers.${worst!.questionGuid}`, message: `Still open: ${worst!.text.replace('?', '')}` },
      ],
    });
    ok(await amend(reviewer, eventId, { components: [{ groupGuid: group!.groupGuid, answers: [] }] }));
    const answered = ok(await amend(reviewer, eventId, { components }));
    expect(
      (await amend(reviewer, eventId, { components: [{ groupGuid: group!.groupGuid, answers: [] }] })).status,
    ).toBe(400);
    expect(ok(await read(reviewer, `/reported-events/${eventId}`, { atLeast: answered })).body.openQuestions).toEqual(
      [],
    );
    expect(ok(await read(reviewer, `/reported-events/${eventId}?revision=1`)).body.openQuestions).toEqual(open);
    ok(await send(reviewer, eventId, 'review', { severity: 1, likelihood: 1 }));
  });

  test('for another member is theirs, and says who entered it', async () => {
    const clerk = await member('CREATE_EVENTS_ON_OTHERS_BEHALF');
    const answer = ok(await report(clerk, { ...nearMiss, onBehalfOfUserGuid: reporter.userGuid.toUpperCase() }));
    const { body } = ok(await read(reporter, `/reported-events/${answer.body.eventId}`, { atLeast: answer }));
    expect(body).toMatchObject({ reporter: { userGuid: reporter.userGuid }, enteredBy: { userGuid: clerk.userGuid } });
  });

  test('where there are worksites and groups, demands one', async () => {
    const org = await app.found('Sited Works', { timeZone: 'America/Edmonton' });
    const worksiteGuid = await app.createWorksite(org, 'Perth yard', { timeZone: 'Australia/Perth' });
    const reportingGroupGuid = await app.createReportingGroup(org, 'Riggers');
    const local = await app.member(org);
    const nowhere = await report(local, { ...nearMiss, regionGuid: null, location: null });
    expect(
      nowhere.body.fieldErrors.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`),
    ).toEqual(['worksiteGuid: Worksite is required field', 'reportingGroupGuid: Reporting group is required']);
    const answer = ok(
      await report(local, { ...nearMiss, regionGuid: null, location: null, worksiteGuid, reportingGroupGuid }),
    );
    expect(ok(await read(local, `/reported-events/${answer.body.eventId}`, { atLeast: answer })).body).toMatchObject({
      timeZone: 'Australia/Perth',
      place: { worksiteName: 'Perth yard' },
      reportingGroupName: 'Riggers',
    });
  });
});

test('a report costs one append, a change one more load; their read-model queries are cached briefly', async () => {
  const { store } = app.api.application;
  const pool = app.api.http.get<pg.Pool>(READ_POOL, { strict: false });
  const spies = [
    jest.spyOn(store, 'load'),
    jest.spyOn(store, 'append'),
    jest.spyOn(pool, 'connect'),
    jest.spyOn(pool, 'query'),
  ];
  const costs = () => spies.map((spy) => spy.mock.calls.length);
  let ofReport: number[] = [];
  let ofChange: number[] = [];
  try {
    // Waits until cached data has expired. On a busy machine the cache may expire between two commands; then it tries
    // again.
    for (let attempt = 0; attempt < 20; attempt++) {
      await sleep(DEFAULT_TTL_MS);
      const since = Date.now();
      ok(await report(reporter));
      for (const spy of spies) spy.mockClear();
      const { eventId } = ok(await report(reporter)).body;
      ofReport = costs();
      for (const spy of spies) spy.mockClear();
      ok(
        await app.call('PATCH', `/reported-events/${eventId}`, {
          token: reporter.token,
          body: { immediateActions: 'Slings counted' },
        }),
      );
      ofChange = costs();
      if (Date.now() - since < DEFAULT_TTL_MS / 2) break;
    }
    expect(ofReport).toEqual([0, 1, 0, 0]);
    expect(ofChange).toEqual([1, 1, 0, 0]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

describe('the list', () => {
  test('has a sensitive one for its own people, admins and holders of SEE_INJURY_DATA alone', async () => {
    const text = `Keelhaul ${uuidv7().slice(-8)}`;
    const reported = ok(await report(reporter, { ...injury, description: text }));
    const [onlooker, nurse] = [
      await member('VIEW_OTHER_USERS_EVENTS'),
      await member('VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'),
    ];
    const counts = await Promise.all(
      [reporter, admin, nurse, onlooker, reviewer].map(
        async (who) =>
          ok(
            await read(who, `/reported-events?filter=${encodeURIComponent(JSON.stringify({ text }))}`, {
              atLeast: reported,
            }),
          ).body.totalCount,
      ),
    );
    expect(counts).toEqual([1, 1, 1, 0, 0]);
  });
  test.each([
    ['what is not JSON', '{', 'filter'],
    ['an unknown field', '{"stat":["REPORTED"]}', 'filter.stat'],
    ['an unknown state', '{"state":["LOST"]}', 'filter.state.0'],
  ])('refuses a filter with %s, and names it', async (_, filter, field) =>
    expect((await read(reporter, `/reported-events?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
      status: 400,
      className: 'MalformedRequest',
      fieldErrors: [{ field }],
    }),
  );
  test('refuses a cursor that it did not give', async () =>
    expect((await read(reporter, '/reported-events?cursor=abc')).body).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'cursor' }],
    }));
});

describe('an event after one of its revisions', () => {
  const after = (who: Member, eventId: string, revision: number | string) =>
    read(who, `/reported-events/${eventId}?revision=${revision}`);

  test('reads as it was then, also when it was approved, reopened and changed since; nothing can be done with it', async () => {
    const eventId = await inApproval();
    const amended = ok(await amend(approver, eventId, { immediateActions: 'Slings replaced' }));
    ok(await send(approver, eventId, 'approve', {}, { revision: amended.body.revision }));
    ok(await send(admin, eventId, 'reopen', { reason: 'Another witness' }));
    const last = ok(await amend(reporter, eventId, { description: 'Two slings slipped.', immediateActions: null }));
    const events = await app.api.application.store.load(organizationGuid, { kind: 'incident', guid: eventId });
    const made = events.events.map(({ metadata }) => metadata.at);
    const approved = ok(await after(reporter, eventId, 5)).body;
    expect(approved).toMatchObject({
      state: 'APPROVAL_REQUESTED',
      heading: 'A sling slipped',
      immediateActions: 'Slings replaced',
      revision: 5,
      severity: 3,
      likelihood: 4,
      approvedRevision: null,
      allowedCommands: [],
      reviewer: { userGuid: reviewer.userGuid },
      approver: { userGuid: approver.userGuid },
      place: { regionName: 'Alberta' },
      asOf: { revision: 5, at: made[4], latest: 8 },
    });
    expect(approved.steps.map(({ type }: { type: string }) => type)).toEqual([
      'IncidentReported',
      'ReviewRequested',
      'IncidentReviewed',
      'ApprovalRequested',
    ]);
    expect(ok(await after(admin, eventId, 1)).body).toMatchObject({
      state: 'REPORTED',
      reviewer: null,
      severity: null,
      immediateActions: null,
      allowedCommands: [],
      asOf: { revision: 1, latest: 8 },
    });
    const {
      allowedCommands: _may,
      mayAddTask: _mayAdd,
      ...now
    } = ok(await read(reporter, `/reported-events/${eventId}`, { atLeast: last })).body;
    const { allowedCommands: none, mayAddTask, asOf, ...newest } = ok(await after(reporter, eventId, 8)).body;
    expect([newest, none, mayAddTask, asOf, 'asOf' in now]).toEqual([
      now,
      [],
      false,
      {
        revision: 8,
        at: made[7],
        latest: 8,
        position: expect.any(Number),
        recordedAt: expect.any(String),
        seal: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
      false,
    ]);
  });

  test('reads as the log knew it at an instant or a position; before its report it was not there', async () => {
    const eventId = await inReview();
    ok(await amend(reporter, eventId, { description: 'Two slings slipped.' }));
    const loaded = await app.api.application.store.load(organizationGuid, { kind: 'incident', guid: eventId });
    const [first, ...later] = loaded.events;
    const then = (query: string) => read(reporter, `/reported-events/${eventId}?${query}`);
    for (const { position, revision, hash, recordedAt, metadata } of loaded.events) {
      const asOf = {
        revision,
        at: metadata.at,
        latest: loaded.events.length,
        position,
        recordedAt: recordedAt.toISOString(),
        seal: hash.slice(0, 8),
      };
      const { body: after } = ok(await then(`revision=${revision}`));
      expect(after).toMatchObject({ revision, asOf, allowedCommands: [] });
      expect(ok(await then(`asOfPosition=${position}`)).body).toEqual(after);
      const newestThen = loaded.events.findLast((event) => event.recordedAt <= recordedAt)!;
      expect(ok(await then(`asOf=${recordedAt.toISOString()}`)).body.asOf).toMatchObject({
        revision: newestThen.revision,
      });
    }
    expect(later.length).toBeGreaterThan(0);
    const before = new Date(first!.recordedAt.getTime() - 1).toISOString();
    for (const query of [`asOf=${before}`, `asOfPosition=${first!.position - 1}`, 'asOf=1999-01-01T00:00:00Z'])
      expect((await then(query)).body).toMatchObject({ status: 404, className: 'EventNotFound' });
  });

  test.each([
    ['an instant ahead', 'asOf=2150-01-01T00:00:00Z', 'asOf'],
    ['no instant', 'asOf=yesterday', 'asOf'],
    ['a position ahead', 'asOfPosition=1000000000', 'asOfPosition'],
    ['no position', 'asOfPosition=-1', 'asOfPosition'],
    ['an instant and a position', 'asOf=2026-01-01T00:00:00Z&asOfPosition=1', 'asOfPosition'],
    ['a revision and an instant', 'revision=1&asOf=2026-01-01T00:00:00Z', 'asOf'],
  ])('refuses %s, and names it', async (_, query, field) => {
    const eventId = await inReview();
    const { body } = await read(reporter, `/reported-events/${eventId}?${query}`);
    expect([body.status, ...body.fieldErrors.map((error: { field: string }) => error.field)]).toEqual([400, field]);
    expect((await read(await member(), `/reported-events/${eventId}?${query}`)).body).toMatchObject({
      status: 403,
      className: 'Forbidden',
    });
  });

  test('is visible to everyone who may see the event today, and to nobody else', async () => {
    const stranger = await member();
    const onlooker = await member('VIEW_OTHER_USERS_EVENTS');
    const plain = await inReview();
    const sensitive = ok(await report(reporter, injury)).body.eventId;
    expect((await after(stranger, plain, 1)).body).toMatchObject({ status: 403, className: 'Forbidden' });
    expect((await after(stranger, plain, 99)).body).toMatchObject({ status: 403, className: 'Forbidden' });
    ok(await after(onlooker, plain, 1));
    // The reviewer was not named yet in the first revision, but is today.
    ok(await after(reviewer, plain, 1));
    for (const revision of [1, 99, 'none'])
      expect((await after(onlooker, sensitive, revision)).body).toMatchObject({
        status: 404,
        className: 'EventNotFound',
      });
    const elsewhere = await app.member(await app.found('Elsewhere'), 'admin');
    expect((await after(elsewhere, plain, 1)).body).toMatchObject({ status: 404, className: 'EventNotFound' });
    ok(await app.call('DELETE', `/reported-events/${sensitive}`, { token: reporter.token }));
    expect((await after(await member('VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'), sensitive, 1)).body).toMatchObject({
      status: 404,
      className: 'EventNotFound',
    });
    expect(ok(await after(reporter, sensitive, 1)).body).toMatchObject({ deleted: null, asOf: { latest: 2 } });
    expect(ok(await after(reporter, sensitive, 2)).body).toMatchObject({
      deleted: { by: { userGuid: reporter.userGuid } },
      allowedCommands: [],
    });
  });

  test('that does not exist is not found, and what is no revision is named', async () => {
    const eventId = await inReview();
    expect((await after(reporter, eventId, 3)).body).toMatchObject({ status: 404, className: 'EventNotFound' });
    for (const revision of ['0', '-1', '1.5', 'first', '']) {
      expect((await after(reporter, eventId, revision)).body).toMatchObject({
        status: 400,
        className: 'MalformedRequest',
        fieldErrors: [{ field: 'revision' }],
      });
    }
  });

  test('holds nothing of a person who has been erased since, nor words that have', async () => {
    const eventId = ok(await report(reporter, injury)).body.eventId;
    ok(await amend(reporter, eventId, { description: 'Nothing happened.' }));
    const before = ok(await after(reporter, eventId, 1)).body;
    expect(before).toMatchObject({
      description: 'A sling slipped. Nobody stood below.',
      injuredPersons: [{ name: 'Olga Fern' }],
    });
    const { vault } = app.api.application.store as PostgresEventStore;
    await vault.eraseSubject(organizationGuid, {
      kind: 'INJURED',
      incidentGuid: eventId,
      guid: before.injuredPersons[0].injuredPersonGuid,
    });
    expect(ok(await after(reporter, eventId, 1)).body).toMatchObject({
      description: 'A sling slipped. Nobody stood below.',
      injuredPersons: [{ name: 'erased', classification: 'MEDICAL_AID' }],
    });
    await vault.eraseSubject(organizationGuid, { kind: 'INCIDENT_TEXT', guid: eventId });
    const erased = JSON.stringify(ok(await after(reporter, eventId, 1)).body);
    expect(erased).not.toMatch(/Olga|sling|North quay/);
  });
});

describe('a person of one incident', () => {
  const anna = { name: 'Olga Fern', personType: 'CONTRACTOR' };
  /** The people as displayed, once the read models have the incident. */
  const shownPeople = async (eventId: string) => {
    const loaded = await app.api.application.store.load(organizationGuid, { kind: 'incident', guid: eventId });
    await app.caughtUp(organizationGuid, loaded.events.at(-1)!.position);
    return ok(await read(admin, `/reported-events/${eventId}`)).body.injuredPersons;
  };

  test('cannot take the words of another one along when they are erased', async () => {
    const one = ok(await report(reporter, injury)).body.eventId;
    const [{ injuredPersonGuid: ofOne }] = await shownPeople(one);
    const answer = ok(
      await report(reporter, {
        ...injury,
        injuredPersons: [{ ...anna, injuredPersonGuid: ofOne, treatment: 'Two stitches' }],
      }),
    );
    const other = answer.body.eventId;
    const [{ injuredPersonGuid: ofOther }] = await shownPeople(other);
    expect(ofOther).not.toBe(ofOne);
    const store = app.api.application.store as PostgresEventStore;
    expect(await store.vault.eraseSubject(organizationGuid, { kind: 'INJURED', incidentGuid: one, guid: ofOne })).toBe(
      true,
    );
    const loaded = await store.load(organizationGuid, { kind: 'incident', guid: other });
    expect(loaded).toMatchObject({
      events: [{ data: { injuredPersons: [{ name: 'Olga Fern', treatment: 'Two stitches' }] } }],
    });
  });

  test('has the same guid however often the report is sent', async () => {
    const key = uuidv7();
    const sent = { ...injury, injuredPersons: [{ ...anna, injuredPersonGuid: uuidv7() }, anna] };
    const first = ok(await report(reporter, sent, { key })).body.eventId;
    const people = await shownPeople(first);
    expect(ok(await report(reporter, sent, { key })).body.eventId).toBe(first);
    expect(await shownPeople(first)).toEqual(people);
    expect(new Set(people.map(({ injuredPersonGuid }: { injuredPersonGuid: string }) => injuredPersonGuid)).size).toBe(
      2,
    );
  });
});
