import { daniel, priya } from '../../lib/test/stage.tsx';
import { incident } from './test/stage.tsx';
import { holderText } from './labels.ts';

const now = new Date('2026-11-20T12:00:00Z');
const wordsOf = (change: Parameters<typeof incident>[0]) =>
  Object.values(holderText(incident(change), priya.userGuid, 'America/Edmonton', now)).join('');
const since = '2026-11-18T23:02:00Z';

describe('whom an event is with', () => {
  it('is said by the first name, and to oneself as "you"', () => {
    expect(wordsOf({ holder: { ...daniel, alsoWith: null, since } })).toBe('with Daniel for 2 days');
    expect(wordsOf({ holder: { ...priya, alsoWith: null, since } })).toBe('with you for 2 days');
  });

  it('gives way to what an event needs that waits in vain', () => {
    expect(wordsOf({ needsReassigning: true })).toBe('needs another approver');
    expect(
      wordsOf({ state: 'REVIEW_REQUESTED', holder: { ...daniel, alsoWith: null, since }, needsReassigning: true }),
    ).toBe('needs another reviewer');
  });

  it('is said of somebody whom the organization does not know any more as a part of the sentence', () => {
    const stranger = { userGuid: daniel.userGuid, name: 'Someone who has left' };
    expect(wordsOf({ holder: { ...stranger, alsoWith: null, since } })).toBe('with someone who has left for 2 days');
    expect(wordsOf({ state: 'APPROVED', holder: null, approver: stranger })).toBe('by someone who has left');
    expect(wordsOf({ state: 'APPROVED', holder: null, approver: { ...stranger, name: 'erased' } })).toBe(
      'by someone whose name has been erased',
    );
  });
});
