import { daniel, priya } from '../../lib/test/stage.tsx';
import { incident } from './test/stage.tsx';
import { holderText } from './labels.ts';

const now = new Date('2026-11-20T12:00:00Z');
const wordsOf = (change: Parameters<typeof incident>[0]) =>
  Object.values(holderText(incident(change), priya.userGuid, 'America/Edmonton', now)).join('');
const since = '2026-11-18T23:02:00Z';

describe('the holder of an event', () => {
  it('is shown by first name, or as "you" to themselves', () => {
    expect(wordsOf({ holder: { ...daniel, alsoWith: null, since } })).toBe('with Daniel for 2 days');
    expect(wordsOf({ holder: { ...priya, alsoWith: null, since } })).toBe('with you for 2 days');
  });

  it('is replaced by what an event needs if its assignee cannot act', () => {
    expect(wordsOf({ needsReassigning: true })).toBe('needs another approver');
    expect(
      wordsOf({ state: 'REVIEW_REQUESTED', holder: { ...daniel, alsoWith: null, since }, needsReassigning: true }),
    ).toBe('needs another reviewer');
  });

  it('is described within the sentence if they are no longer known', () => {
    const stranger = { userGuid: daniel.userGuid, name: 'Someone who has left' };
    expect(wordsOf({ holder: { ...stranger, alsoWith: null, since } })).toBe('with someone who has left for 2 days');
    expect(wordsOf({ state: 'APPROVED', holder: null, approver: stranger })).toBe('by someone who has left');
    expect(wordsOf({ state: 'APPROVED', holder: null, approver: { ...stranger, name: 'erased' } })).toBe(
      'by someone whose name has been erased',
    );
  });
});
