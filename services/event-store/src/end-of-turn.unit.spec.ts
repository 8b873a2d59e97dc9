import { endOfTurn, isBusy } from './end-of-turn.ts';

/** Each test has a time of its own, in which nobody has asked before. */
let clock = 0;
beforeEach(() => {
  clock += 1_000;
});

/** So many ask at this moment. */
const ask = (count: number) => Array.from({ length: count }, () => endOfTurn(clock));

test('where few ask nobody waits', () => {
  for (let turn = 0; turn < 20; turn++, clock += 10) expect(ask(7)).toEqual(Array(7).fill(undefined));
  expect(isBusy()).toBe(false);
});

test('those of many who wait in one turn make each step together, in the order in which they came', async () => {
  ask(8);
  expect(isBusy()).toBe(true);
  const steps: string[] = [];
  const go = async (who: string) => {
    await endOfTurn(clock);
    steps.push(`${who} decides`);
    await Promise.resolve();
    steps.push(`${who} appends`);
  };
  const going = Promise.all([go('first'), go('second'), go('third')]);
  await Promise.resolve();
  expect(steps).toEqual([]);
  await going;
  expect(steps).toEqual(['first decides', 'second decides', 'third decides', 'first appends', 'second appends', 'third appends']);
});

test('who comes later waits for the end of their own turn', async () => {
  ask(8);
  const ended: string[] = [];
  await endOfTurn(clock)!.then(() => ended.push('first'));
  const second = endOfTurn(clock)!.then(() => ended.push('second'));
  expect(ended).toEqual(['first']);
  await second;
  expect(ended).toEqual(['first', 'second']);
});

test('it stays busy as long as many ask in each stretch, and no longer', () => {
  ask(8);
  clock += 10;
  expect(endOfTurn(clock)).toBeDefined();
  clock += 10;
  // One asked in the stretch before.
  expect(endOfTurn(clock)).toBeUndefined();
  ask(8);
  clock += 25;
  expect(endOfTurn(clock)).toBeUndefined();
});
