import { daniel, priya } from '../../lib/test/stage.tsx';
import { listParameters, readTaskAddress } from './list-address.ts';
import { taskActions, taskSteps } from './task-steps.ts';
import { returnStep, dueText, holderText } from './labels.ts';
import { completed, task } from './test/task.ts';

const steps = (change: Parameters<typeof task>[0]) =>
  taskSteps(task(change), priya.userGuid, 'America/Edmonton', '2026-11-19', new Date('2026-11-19T17:00:00Z')).map(
    ({ label, state, holder }) => [label, state, ...(holder ? [holder.words, holder.since] : [])],
  );

test('due dates are described in whole days', () => {
  expect(
    ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-12-19'].map((due) => dueText(due, '2026-11-19')),
  ).toEqual(['2 days overdue', '1 day overdue', 'due today', 'due in 1 day', 'due in 30 days']);
});

test('an open action is held by the responsible person, a completed one by the verifier, or by the admins if they are the same', () => {
  expect(steps({})).toEqual([
    ['Asked for', 'done'],
    ['To be done', 'now', 'With you', 'due 25 Nov 2026, in 6 days'],
    ['Checked whether it worked', 'next'],
  ]);
  expect(steps({ status: 'OVERDUE', dueDate: '2026-11-18' })[1]).toEqual([
    'To be done',
    'now',
    'With you',
    'due 18 Nov 2026, 1 day overdue',
  ]);
  expect(steps(completed)).toEqual([
    ['Asked for', 'done'],
    ['Completed', 'done'],
    ['To be checked', 'now', 'With Daniel Okafor', 'to be checked by 19 Dec 2026, in 30 days'],
  ]);
  expect(steps({ ...completed, status: 'CHECK_OVERDUE', verifyBy: '2026-11-17' }).at(-1)).toEqual([
    'To be checked',
    'now',
    'With Daniel Okafor',
    'to be checked by 17 Nov 2026, 2 days overdue',
  ]);
  expect(holderText(task({ ...completed, verifier: priya }), priya.userGuid)).toBe('an admin');
  expect(steps({ status: 'VERIFIED', completedBy: priya, completedAt: '2026-11-19T15:00:00Z' }).at(-1)).toEqual([
    'Verified',
    'now',
  ]);
  expect(steps({ status: 'CANCELLED' })).toEqual([
    ['Asked for', 'done'],
    ['Cancelled', 'now'],
  ]);
});

test('the buttons of an action are those of its allowed commands, the next step first', () => {
  expect(taskActions(['change', 'complete', 'cancel', 'delete'])).toEqual({
    primary: { command: 'complete', label: 'Complete action…' },
    secondary: [
      { command: 'change', label: 'Change action…' },
      { command: 'cancel', label: 'Cancel action…' },
      { command: 'delete', label: 'Delete action…' },
    ],
  });
  expect(taskActions(['verify', 'reopen'])).toEqual({
    primary: { command: 'verify', label: 'Check action…' },
    secondary: [{ command: 'reopen', label: 'Reopen action…' }],
  });
  expect(taskActions([])).toEqual({ primary: null, secondary: [] });
});

test('an action that was returned shows the last return, until it is completed again', () => {
  const back = {
    revision: 3,
    type: 'TaskFoundNotEffective',
    at: '2026-11-20T15:00:00Z',
    actor: { ...daniel, kind: 'USER' as const },
    comment: 'It sways',
    dueDate: '2026-11-30',
    seal: '2a1b2c3d',
  };
  const history = [...task(completed).history, back];
  expect(returnStep(task({ status: 'OPEN', history }))?.comment).toBe('It sways');
  expect(returnStep(task({ ...completed, history }))).toBeUndefined();
});

test('the list requests open actions unless the URL has another status', () => {
  const parametersOf = (search: string, page = 1) => listParameters(readTaskAddress(new URLSearchParams(search)), page);
  expect(parametersOf('')).toEqual({ status: 'TO_DO', limit: 10, offset: 0 });
  expect(parametersOf('status=ALL&limit=25', 3)).toEqual({ limit: 25, offset: 50 });
  expect(parametersOf(`status=OVERDUE&assignee=${priya.userGuid}`)).toEqual({
    status: 'OVERDUE',
    assignee: priya.userGuid,
    limit: 10,
    offset: 0,
  });
  expect(parametersOf('status=DONE&assignee=me')).toEqual({ status: 'TO_DO', limit: 10, offset: 0 });
});
