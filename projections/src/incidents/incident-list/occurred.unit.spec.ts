import fc from 'fast-check';
import { occurredAt, placesOf } from './occurred.ts';

const day = fc
  .integer({ min: -25_000, max: 2_900_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
  .filter((text) => /^\d{4}-/.test(text));
const time = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
);

test('the order of occurrence is by day, then by time, without a time first', () =>
  fc.assert(
    fc.property(day, time, day, time, (oneDay, oneTime, otherDay, otherTime) => {
      const [one, other] = [`${oneDay} ${oneTime ?? ''}`, `${otherDay} ${otherTime ?? ''}`];
      const difference = occurredAt(oneDay, oneTime) - occurredAt(otherDay, otherTime);
      expect(Math.sign(difference)).toBe(one === other ? 0 : one < other ? -1 : 1);
    }),
  ));

test('each minute of a day is one of its places', () => {
  const { first, last } = placesOf('2026-03-02');
  expect([occurredAt('2026-03-02', null), occurredAt('2026-03-02', '23:59')]).toEqual([first, last]);
  expect(placesOf('2026-03-03').first).toBe(last + 1);
});
