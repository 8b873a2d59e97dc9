import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailRequests } from './reactors.ts';

const reviewer = randomUUID();
const incident = randomUUID();

const asked = (
  type: string,
  data: object,
  actor: { userGuid: string; kind: string } = { userGuid: randomUUID(), kind: 'USER' },
) =>
  mailRequests.react({
    type,
    data,
    stream: { kind: 'incident', guid: incident },
    revision: 4,
    metadata: { actor },
  } as unknown as RecordedEvent);

test.each([
  ['ReviewRequested', { reviewerGuid: reviewer, isByCallList: false, routedTo: null }, 'REVIEW_REQUESTED'],
  ['ApprovalRequested', { approverGuid: reviewer }, 'APPROVAL_REQUESTED'],
])('%s requests a mail to the named person, with guids only', (type, data, kind) => {
  expect(asked(type, data)).toEqual([{ kind, ids: { incident, revision: 4, recipient: reviewer } }]);
});

test('an incident returned to its reporter requests a mail, one returned to its reviewer does not', () => {
  expect(asked('IncidentReturned', { to: 'REPORTER', comment: 'Where was it?' })).toEqual([
    { kind: 'EVENT_RETURNED', ids: { incident, revision: 4 } },
  ]);
  expect(asked('IncidentReturned', { to: 'REVIEWER', comment: 'Where was it?' })).toEqual([]);
});

test('a request to oneself sends no mail', () => {
  expect(
    asked(
      'ReviewRequested',
      { reviewerGuid: reviewer, isByCallList: false, routedTo: null },
      { userGuid: reviewer, kind: 'USER' },
    ),
  ).toEqual([]);
});

test('an imported incident sends no mail', () => {
  expect(
    asked(
      'ReviewRequested',
      { reviewerGuid: reviewer, isByCallList: false, routedTo: null },
      { userGuid: randomUUID(), kind: 'IMPORT' },
    ),
  ).toEqual([]);
});
