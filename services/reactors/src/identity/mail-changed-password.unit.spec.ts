import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailChangedPassword } from './mail-changed-password.ts';

const changedBy = (kind: string) =>
  ({
    type: 'PasswordChanged',
    data: { userGuid: 'nora' },
    metadata: { actor: { userGuid: 'nora', kind } },
  }) as unknown as RecordedEvent;

test.each([
  ['a person', 'USER', [{ kind: 'PASSWORD_CHANGED', ids: { user: 'nora' } }]],
  ['an operator or the demo', 'SYSTEM', []],
])('a password that %s has set is told of by mail where it is news', (_, kind, tasks) => {
  expect(mailChangedPassword.react(changedBy(kind))).toEqual(tasks);
});
