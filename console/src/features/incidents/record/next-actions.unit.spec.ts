import { commandsLeft } from './next-actions.ts';

type Shown = Parameters<typeof commandsLeft>[0];
const shown: Shown = {
  number: 1048,
  state: 'REVIEW_REQUESTED',
  allowedCommands: ['amend', 'review', 'return'],
};

test('the next step is offered no more once it was done, also where repeating it is allowed', () => {
  const reviewed: Shown = {
    ...shown,
    state: 'REVIEWED',
    allowedCommands: ['amend', 'review', 'request-approval'],
  };
  expect(commandsLeft(shown, reviewed)).toEqual(['amend']);
  expect(commandsLeft(shown, 'GONE')).toEqual([]);
});

test('a change that leaves the next step leaves the commands', () => {
  expect(commandsLeft(shown, { ...shown })).toEqual(shown.allowedCommands);
  expect(commandsLeft(shown, null)).toEqual(shown.allowedCommands);
});
