import { reviewRecordOf } from './review-record.ts';

const step = (type: string, revision: number) => ({
  type,
  revision,
  at: '2026-06-10T10:00:00.000Z',
  by: { userGuid: 'guid', name: 'Priya Raman' },
  to: null,
  comment: null,
});
const recordOf = (types: readonly string[], workflow: 'REVIEW' | 'REVIEW_AND_APPROVAL' = 'REVIEW_AND_APPROVAL') => {
  const record = reviewRecordOf({ workflow, steps: types.map((type, index) => step(type, index + 1)) });
  return record && [record.review?.revision, record.decision?.text ?? null, record.isUndecided];
};

test.each([
  ['before the first review there is none', ['IncidentReported', 'IncidentReturned'], null],
  ['a review waits for its decision', ['IncidentReported', 'IncidentReviewed', 'ApprovalRequested'], [2, null, true]],
  [
    'an approval is its decision',
    ['IncidentReviewed', 'ApprovalRequested', 'IncidentApproved'],
    [1, 'Approved', false],
  ],
  ['a return is one too', ['IncidentReviewed', 'IncidentReturned', 'ReviewRequested'], [1, 'Returned', false]],
  [
    'a new review waits for a new decision',
    ['IncidentReviewed', 'IncidentReturned', 'IncidentReviewed'],
    [3, null, true],
  ],
  ['a reopened event says so', ['IncidentReviewed', 'IncidentApproved', 'IncidentReopened'], [1, 'Reopened', false]],
])('%s', (_, types, expected) => expect(recordOf(types)).toEqual(expected));

test('where events are reviewed only, nobody has to decide', () =>
  expect(recordOf(['IncidentReviewed'], 'REVIEW')).toEqual([1, null, false]));
