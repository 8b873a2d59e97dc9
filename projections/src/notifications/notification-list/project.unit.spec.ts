import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { PageRows } from '../../runner/follow/page-rows.ts';
import { notificationListProjection, notificationTable, type NotificationRow } from './project.ts';

const incident = '01990000-0000-7000-8000-000000000001';
const reporterGuid = '01990000-0000-7000-8000-00000000000a';
const reviewerGuid = '01990000-0000-7000-8000-00000000000b';
const approverGuid = '01990000-0000-7000-8000-00000000000c';

const reported = {
  type: 'IncidentReported',
  data: {
    form: { name: 'Injury', workflow: 'REVIEW_AND_APPROVAL', isSensitive: true },
    reporterGuid,
    enteredByGuid: reporterGuid,
    description: 'A sling slipped. Nobody stood below.',
    occurrenceDate: '2026-03-01',
    regionGuid: null,
    worksiteGuid: null,
    reportingGroupGuid: null,
  },
};
const askReview = { type: 'ReviewRequested', data: { reviewerGuid, isByCallList: false, routedTo: null } };
const reviewed = { type: 'IncidentReviewed', data: { severity: 3, likelihood: 2, comment: null, answer: null } };
const approved = { type: 'IncidentApproved', data: { approvedRevision: 4 } };
const askApproval = { type: 'ApprovalRequested', data: { approverGuid } };
const returned = (to: string) => ({ type: 'IncidentReturned', data: { to } });
const plain = (type: string) => ({ type, data: {} });

function after(...steps: { type: string; data: object }[]): NotificationRow {
  const events = steps.map(
    (step, at) =>
      ({
        ...step,
        stream: { kind: 'incident', guid: incident },
        revision: at + 1,
        number: at === 0 ? 7 : null,
        recordedAt: new Date(Date.UTC(2026, 2, 1, at)),
        metadata: { at: '2026-03-01T00:00:00.000Z', actor: { userGuid: reporterGuid, kind: 'USER' } },
      }) as unknown as RecordedEvent,
  );
  const rows = new PageRows();
  for (const need of notificationListProjection.needs(events)) rows.load(need, []);
  notificationListProjection.project(events, rows);
  notificationListProjection.project(events, rows);
  return rows.get(notificationTable, incident)!;
}

const waits = (row: NotificationRow) => [row.assignee_guid, row.assignee_guid && row.state];

test('an incident that was only reported asks nothing of anybody', () => {
  expect(after(reported)).toMatchObject({
    number: 7,
    heading: 'A sling slipped',
    form_name: 'Injury',
    occurrence_date: '2026-03-01',
    assignee_guid: null,
  });
});

test('it waits for its reviewer, until they have reviewed it', () => {
  expect(waits(after(reported, askReview))).toEqual([reviewerGuid, 'REVIEW_REQUESTED']);
  expect(waits(after(reported, askReview, reviewed))).toEqual([null, null]);
});

test('passed to another person, it waits for that one alone', () => {
  expect(
    waits(
      after(reported, askReview, {
        type: 'ReviewRequested',
        data: { reviewerGuid: approverGuid, isByCallList: false, routedTo: null },
      }),
    ),
  ).toEqual([approverGuid, 'REVIEW_REQUESTED']);
});

test('it waits for its approver, until they have approved it', () => {
  expect(waits(after(reported, askReview, reviewed, askApproval))).toEqual([approverGuid, 'APPROVAL_REQUESTED']);
  expect(waits(after(reported, askReview, reviewed, askApproval, approved))).toEqual([null, null]);
  expect(waits(after(reported, askReview, reviewed, askApproval, approved, plain('IncidentReopened')))).toEqual([
    null,
    null,
  ]);
});

test('returned to the reporter it waits for nobody, returned to the reviewer for them again', () => {
  expect(waits(after(reported, askReview, returned('REPORTER')))).toEqual([null, null]);
  expect(waits(after(reported, askReview, reviewed, askApproval, returned('REVIEWER')))).toEqual([
    reviewerGuid,
    'REVIEW_REQUESTED',
  ]);
});

test('a deleted incident asks nothing; a restored one asks again', () => {
  expect(waits(after(reported, askReview, plain('IncidentDeleted')))).toEqual([null, null]);
  expect(waits(after(reported, askReview, plain('IncidentDeleted'), plain('IncidentRestored')))).toEqual([
    reviewerGuid,
    'REVIEW_REQUESTED',
  ]);
  expect(waits(after(reported, askReview, reviewed, plain('IncidentDeleted'), plain('IncidentRestored')))).toEqual([
    null,
    null,
  ]);
});

test('what was amended is what the notification says', () => {
  const regionGuid = '01900000-e001-7000-8000-000000000001';
  const row = after(
    reported,
    askReview,
    { type: 'IncidentAmended', data: { occurrenceDate: '2026-02-28', regionGuid } },
    { type: 'IncidentAmended', data: { description: 'Corrected. It was two slings.' } },
  );
  expect(row).toMatchObject({
    heading: 'Corrected',
    occurrence_date: '2026-02-28',
    region_guid: regionGuid,
    assignee_guid: reviewerGuid,
  });
});

test('it is with its reporter from when the log got the report, or what brought it back', () => {
  const since = (...steps: { type: string; data: object }[]) => after(...steps).came_to_reporter_at;
  expect(since(reported)).toBe('2026-03-01T00:00:00.000Z');
  expect(since(reported, { type: 'IncidentAmended', data: { location: 'Bay 4' } })).toBe('2026-03-01T00:00:00.000Z');
  expect(since(reported, askReview, returned('REPORTER'))).toBe('2026-03-01T02:00:00.000Z');
  expect(since(reported, askReview, returned('REPORTER'), plain('IncidentDeleted'), plain('IncidentRestored'))).toBe(
    '2026-03-01T02:00:00.000Z',
  );
  expect(since(reported, askReview, reviewed, askApproval, approved, plain('IncidentReopened'))).toBe(
    '2026-03-01T05:00:00.000Z',
  );
  expect(since(reported, askReview, reviewed, askApproval, returned('REVIEWER'))).toBe('2026-03-01T00:00:00.000Z');
});

test('an incident that nobody reported is an error', () => {
  expect(() => after(askReview)).toThrow(/never began/);
});
