import { setImmediate } from 'node:timers/promises';
import { endOfTurn } from './end-of-turn.ts';

test('those who wait in one turn make each step together, in the order in which they came', async () => {
  const steps: string[] = [];
  const go = async (who: string) => {
    await endOfTurn();
    steps.push(`${who} decides`);
    await Promise.resolve();
    steps.push(`${who} appends`);
  };
  await Promise.all([go('first'), go('second'), go('third')]);
  expect(steps).toEqual([
    'first decides',
    'second decides',
    'third decides',
    'first appends',
    'second appends',
    'third appends',
  ]);
});

test('nothing goes on within the turn, and who comes later waits for the end of their own', async () => {
  const ended: string[] = [];
  const first = endOfTurn().then(() => ended.push('first'));
  await Promise.resolve();
  expect(ended).toEqual([]);
  await first;
  const second = endOfTurn().then(() => ended.push('second'));
  expect(ended).toEqual(['first']);
  await setImmediate();
  await second;
  expect(ended).toEqual(['first', 'second']);
});
