import fc from 'fast-check';
import { addDays } from '../kernel/values/calendar.ts';
import { periodAt, type BillingInterval } from './billing-interval.ts';

describe('periods', () => {
  test.each<[BillingInterval, string, string, string, string]>([
    ['MONTH', '2026-01-31', '2026-01-31', '2026-01-31', '2026-02-28'],
    ['MONTH', '2026-01-31', '2026-02-27', '2026-01-31', '2026-02-28'],
    ['MONTH', '2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
    ['MONTH', '2026-01-31', '2026-04-30', '2026-04-30', '2026-05-31'],
    ['MONTH', '2028-01-30', '2028-02-29', '2028-02-29', '2028-03-30'],
    ['YEAR', '2028-02-29', '2029-02-28', '2029-02-28', '2030-02-28'],
    ['YEAR', '2028-02-29', '2032-02-29', '2032-02-29', '2033-02-28'],
    ['YEAR', '2026-03-16', '2027-03-15', '2026-03-16', '2027-03-16'],
    ['WEEK', '2026-03-02', '2026-03-16', '2026-03-16', '2026-03-23'],
    ['DAY', '2026-03-02', '2026-12-31', '2026-12-31', '2027-01-01'],
  ])('%s from %s: the one of %s is %s to %s', (interval, first, day, from, to) => {
    expect(periodAt(interval, first, day)).toEqual({ from, to });
  });

  test('NONE has none, and none is before the first', () => {
    expect(periodAt('NONE', '2026-01-01', '2026-01-01')).toBeNull();
    expect(periodAt('MONTH', '2026-01-02', '2026-01-01')).toBeNull();
  });

  test('each day is in one period, and the next one begins where it ends', () => {
    const first = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
    fc.assert(
      fc.property(
        fc.constantFrom<BillingInterval>('YEAR', 'MONTH', 'WEEK', 'DAY'),
        first,
        fc.integer({ min: 0, max: 2_000 }),
        (interval, begun, passed) => {
          const day = addDays(begun, passed);
          const period = periodAt(interval, begun, day)!;
          expect(period.from <= day && day < period.to).toBe(true);
          expect(periodAt(interval, begun, period.to)!.from).toBe(period.to);
          expect(periodAt(interval, begun, period.from)).toEqual(period);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
