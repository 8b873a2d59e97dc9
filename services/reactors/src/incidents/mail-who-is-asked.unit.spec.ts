import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailWhoIsAsked } from './mail-who-is-asked.ts';

const reviewer = randomUUID();
const incident = randomUUID();

const asked = (
  type: string,
  data: object,
  actor: { userGuid: string; kind: string } = { userGuid: randomUUID(), kind: 'USER' },
) =>
  mailWhoIsAsked.react({
    type,
    data,
    stream: { kind: 'incident', guid: incident },
    revision: 4,
    metadata: { actor },
  } as unknown as RecordedEvent);

test.each([
  ['ReviewRequested', { reviewerGuid: reviewer }, 'REVIEW_REQUESTED'],
  ['ApprovalRequested', { approverGuid: reviewer }, 'APPROVAL_REQUESTED'],
])('%s asks for a mail to whoever is named, by guids alone', (type, data, kind) => {
  expect(asked(type, data)).toEqual([{ kind, ids: { incident, revision: 4, recipient: reviewer } }]);
});

test('what came back to its reporter asks for a mail, and what came back to its reviewer does not', () => {
  expect(asked('IncidentReturned', { to: 'REPORTER', comment: 'Where was it?' })).toEqual([
    { kind: 'EVENT_RETURNED', ids: { incident, revision: 4 } },
  ]);
  expect(asked('IncidentReturned', { to: 'REVIEWER', comment: 'Where was it?' })).toEqual([]);
});

test('nobody is told by mail what they asked of themselves', () => {
  expect(asked('ReviewRequested', { reviewerGuid: reviewer }, { userGuid: reviewer, kind: 'USER' })).toEqual([]);
});

test('what was brought over from another system sends no mail', () => {
  expect(asked('ReviewRequested', { reviewerGuid: reviewer }, { userGuid: randomUUID(), kind: 'IMPORT' })).toEqual([]);
});
