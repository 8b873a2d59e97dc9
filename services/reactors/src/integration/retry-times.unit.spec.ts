import { MAX_TRIES, nextAttempt, retryAfter } from './retry-times.ts';

const now = new Date('2026-03-02T08:00:00Z');
const pauses = (random: number, notBefore?: Date) =>
  Array.from({ length: 10 }, (_, index) => nextAttempt({ tries: index + 1, now, random, notBefore })).map(
    (at) => at && (at.getTime() - now.getTime()) / 1_000,
  );

test('there are ten attempts with the pauses of the table and a tenth of jitter', () => {
  expect(pauses(0.5)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  expect([pauses(0).slice(0, 2), pauses(1).slice(0, 2)]).toEqual([
    [4.5, 270],
    [5.5, 330],
  ]);
  expect(MAX_TRIES).toBe(10);
});

test('a later Retry-After wins, up to thirty days', () => {
  expect(pauses(0.5, new Date(now.getTime() + 600_000)).slice(0, 3)).toEqual([600, 600, 1_800]);
  expect(pauses(0.5, new Date('2200-01-01')).slice(0, 1)).toEqual([30 * 86_400]);
});

test.each([
  ['120', '2026-03-02T08:02:00.000Z'],
  [' 5 ', '2026-03-02T08:00:05.000Z'],
  ['Mon, 02 Mar 2026 09:00:00 GMT', '2026-03-02T09:00:00.000Z'],
  ['soon', undefined],
  ['-', undefined],
  [undefined, undefined],
])('a wish of %s means %s', (header, expected) => {
  expect(retryAfter(header, now)?.toISOString()).toBe(expected);
});
