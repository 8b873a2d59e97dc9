import { incidentHistory } from '@plimsoll/contracts/incidents/answers';
import { changesToShow, receivedText, type HistoryItem } from './history-labels.ts';

const revision = (change: Partial<HistoryItem>): HistoryItem =>
  incidentHistory.shape.items.element.parse({
    revision: 5,
    position: 50,
    type: 'IncidentApproved',
    at: '2026-11-18T20:00:00.000Z',
    recordedAt: '2026-11-22T07:31:00.000Z',
    actor: { userGuid: '01900000-0000-7000-8000-000000000001', name: 'Priya Raman', kind: 'USER' },
    client: { product: 'plimsoll-web', device: 'PHONE' },
    onBehalfOf: null,
    changes: [],
    comment: null,
    wentTo: null,
    seal: '0123abcd',
    ...change,
  });

describe('a revision in the history', () => {
  it('shows when a late event was received, except for events of the server', () => {
    expect(receivedText(revision({}), 'America/Edmonton')).toMatch(/^received 22 Nov/);
    expect(
      receivedText(revision({ client: { product: 'demo', device: 'SERVER' } }), 'America/Edmonton'),
    ).toBeUndefined();
  });

  it('does not show revision numbers that only the product uses', () => {
    const changes = [
      { field: 'approvedRevision', from: null, to: '4' },
      { field: 'signature', from: null, to: 'PR' },
    ];
    expect(changesToShow(revision({ changes })).map(({ field }) => field)).toEqual(['signature']);
  });
});
