import { incidentStates } from '@plimsoll/contracts/incidents/vocabulary';
import { daniel, guid, priya } from '../../../lib/test/stage.tsx';
import { reported } from '../test/my-report.ts';
import { actionsText, outcomeBadge, outcomeText, outcomeTexts } from './outcome-labels.ts';

const zone = 'America/Edmonton';
const since = '2026-11-17T13:52:00Z';
const reviewedAt = '2026-11-18T22:57:00Z';
const closedAt = '2026-11-20T16:00:00Z';
const you = { ...priya, since };
const other = { ...daniel, since };
const stranger = { userGuid: guid(77), name: 'Someone who has left', since };

type Change = Parameters<typeof reported>[0];
const wordOf = (change: Change) => outcomeBadge(reported(change), priya.userGuid).word;
const textOf = (change: Change, at = zone) => outcomeText(reported(change), priya.userGuid, at);

describe('the state of a report', () => {
  it.each<[NonNullable<Change>, string]>([
    [{ state: 'REPORTED', with: null }, 'Received'],
    [{ state: 'RETURNED', with: you }, 'Needs your changes'],
    [{ state: 'REVIEW_REQUESTED' }, 'Being reviewed'],
    [{ state: 'REVIEWED', reviewedAt }, 'Reviewed'],
    [{ state: 'REVIEWED', reviewedAt, closedAt: reviewedAt, with: null }, 'Closed'],
    [{ state: 'APPROVAL_REQUESTED', reviewedAt }, 'Being approved'],
    [{ state: 'APPROVED', closedAt, with: null }, 'Closed'],
    [{ state: 'CLOSED', closedAt, with: null }, 'Closed'],
  ])('%j reads "%s"', (change, word) => expect(wordOf(change)).toBe(word));

  it('has a word for each state, none of them the code', () => {
    expect(Object.keys(outcomeTexts).toSorted()).toEqual([...incidentStates].toSorted());
    for (const state of incidentStates) expect(outcomeTexts[state]).not.toContain(state);
  });

  it('looks closed once a review was all that it needed', () => {
    expect(outcomeBadge(reported({ state: 'REVIEWED', closedAt }), priya.userGuid).state).toBe('CLOSED');
    expect(outcomeBadge(reported({ state: 'REVIEWED' }), priya.userGuid).state).toBe('REVIEWED');
  });

  it('asks for no changes of theirs if it went back to the other of the two who reported it', () => {
    expect(wordOf({ state: 'RETURNED', with: other })).toBe('Needs changes');
    expect(wordOf({ state: 'RETURNED', with: null })).toBe('Needs your changes');
  });
});

describe('what happened to a report, and who must act', () => {
  it.each<[string, NonNullable<Change>, string]>([
    ['nobody was asked', { state: 'REPORTED', with: null }, 'Nobody has been asked to review it yet.'],
    [
      'someone else reviews it',
      { state: 'REVIEW_REQUESTED', with: other },
      'It waits for Daniel Okafor to review it, since 17 Nov 2026.',
    ],
    [
      'the viewer reviews it',
      { state: 'REVIEW_REQUESTED', with: you },
      'It waits for you to review it, since 17 Nov 2026.',
    ],
    [
      'the reviewer has left',
      { state: 'REVIEW_REQUESTED', with: stranger },
      'It waits for someone who has left to review it, since 17 Nov 2026.',
    ],
    ['its reviewer is unknown', { state: 'REVIEW_REQUESTED', with: null }, 'It waits for a reviewer.'],
    [
      'the viewer must change it',
      { state: 'RETURNED', with: you, returnedAt: reviewedAt },
      'Returned on 18 Nov 2026. Change it and send it again.',
    ],
    [
      'the other of the two must change it',
      { state: 'RETURNED', with: other, returnedAt: reviewedAt },
      'Returned on 18 Nov 2026. Daniel Okafor has to change it.',
    ],
    [
      'the other of the two has left',
      { state: 'RETURNED', with: stranger, returnedAt: reviewedAt },
      'Returned on 18 Nov 2026. Someone who has left has to change it.',
    ],
    [
      'an approval follows',
      { state: 'REVIEWED', with: other, reviewedAt },
      'Reviewed on 18 Nov 2026. It then needs an approval.',
    ],
    [
      'the review closed it',
      { state: 'REVIEWED', with: null, reviewedAt, closedAt },
      'Reviewed and closed on 20 Nov 2026.',
    ],
    [
      'someone else approves it',
      { state: 'APPROVAL_REQUESTED', with: other, reviewedAt },
      'Reviewed on 18 Nov 2026. It waits for Daniel Okafor to approve it, since 17 Nov 2026.',
    ],
    [
      'the viewer approves it',
      { state: 'APPROVAL_REQUESTED', with: you, reviewedAt },
      'Reviewed on 18 Nov 2026. It waits for you to approve it, since 17 Nov 2026.',
    ],
    [
      'the approver has left',
      { state: 'APPROVAL_REQUESTED', with: stranger, reviewedAt },
      'Reviewed on 18 Nov 2026. It waits for someone who has left to approve it, since 17 Nov 2026.',
    ],
    [
      'an approval was asked for without a review',
      { state: 'APPROVAL_REQUESTED', with: null },
      'It waits for an approver.',
    ],
    ['it was approved', { state: 'APPROVED', with: null, closedAt }, 'Approved and closed on 20 Nov 2026.'],
    [
      'it needed no review',
      { state: 'CLOSED', with: null, closedAt },
      'Closed when it was reported. It needed no review.',
    ],
  ])('is said where %s', (_, change, text) => expect(textOf(change)).toBe(text));

  it("names the day of the organization's clock", () => {
    const late = { state: 'APPROVED' as const, with: null, closedAt: '2026-11-21T05:30:00Z' };
    expect(textOf(late)).toBe('Approved and closed on 20 Nov 2026.');
    expect(textOf(late, 'Europe/London')).toBe('Approved and closed on 21 Nov 2026.');
  });

  it('leaves out a day that is unknown', () => {
    expect(textOf({ state: 'RETURNED', with: null })).toBe('Returned. Change it and send it again.');
    expect(textOf({ state: 'APPROVED', with: null })).toBe('Approved and closed.');
  });
});

describe('the corrective actions of a report', () => {
  it.each([
    [{ open: 0, toCheck: 0, verified: 0 }, null],
    [{ open: 1, toCheck: 0, verified: 0 }, '1 corrective action: 1 open.'],
    [{ open: 0, toCheck: 1, verified: 0 }, '1 corrective action: 1 done.'],
    [{ open: 0, toCheck: 0, verified: 2 }, '2 corrective actions: 2 checked.'],
    [{ open: 1, toCheck: 2, verified: 3 }, '6 corrective actions: 1 open, 2 done, 3 checked.'],
  ])('%j are counted by how far they are', (actions, text) => expect(actionsText(actions)).toBe(text));
});
