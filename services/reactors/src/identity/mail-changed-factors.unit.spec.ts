import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailChangedFactors } from './mail-changed-factors.ts';

const changedBy = (type: string, kind: string) =>
  ({ type, data: { userGuid: 'nora' }, metadata: { actor: { userGuid: 'nora', kind } } }) as unknown as RecordedEvent;

test.each([
  ['SecondFactorAdded', 'USER'],
  ['SecondFactorRemoved', 'USER'],
  ['RecoveryCodesMade', 'USER'],
  ['SecondFactorsReset', 'SYSTEM'],
])('%s is told of by one mail', (type, kind) => {
  expect(mailChangedFactors.react(changedBy(type, kind))).toEqual([{ kind: 'FACTOR_CHANGED', ids: { user: 'nora' } }]);
});
