import fc from 'fast-check';
import { inverseRegularizedGamma, logGamma, poissonInterval, regularizedGamma } from './poisson-interval.ts';

/** Limits of Garwood's table, to six decimals or more. */
const known: readonly [count: number, low: number, high: number][] = [
  [0, 0, 3.6888794541],
  [1, 0.025317808, 5.571643391],
  [2, 0.2422092785, 7.2246876678],
  [3, 0.618672124, 8.767273069],
  [10, 4.795389023, 18.390356033],
];

test.each(known)('%d cases are between %d and %d with 95 % confidence', (count, low, high) => {
  const interval = poissonInterval(count);
  expect(Math.abs(interval.low - low)).toBeLessThan(1e-6);
  expect(Math.abs(interval.high - high)).toBeLessThan(1e-6);
});

test('two cases at 22,000 and at 220,000 hours: 2.20–65.68 and 0.22–6.57', () => {
  const { low, high } = poissonInterval(2);
  expect([22_000, 220_000].map((hours) => [low, high].map((mean) => ((mean * 200_000) / hours).toFixed(2)))).toEqual([
    ['2.20', '65.68'],
    ['0.22', '6.57'],
  ]);
});

test('the limits are exact: each tail of the Poisson distribution holds 2.5 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), (count) => {
      const { low, high } = poissonInterval(count);
      expect(low).toBeLessThan(count);
      expect(high).toBeGreaterThan(count);
      expect(1 - upTo(count - 1, low)).toBeCloseTo(0.025, 9);
      expect(upTo(count, high)).toBeCloseTo(0.025, 9);
    }),
    { numRuns: 60 },
  );
});

test('large counts have limits as well, near those of the normal distribution', () => {
  for (const count of [100_000, 1_000_000]) {
    const { low, high } = poissonInterval(count);
    expect(low / (count - 1.96 * Math.sqrt(count))).toBeCloseTo(1, 4);
    expect(high / (count + 1.96 * Math.sqrt(count))).toBeCloseTo(1, 4);
  }
});

test('what is not a count of cases is refused', () => {
  for (const count of [-1, 0.5, Number.NaN, Infinity]) expect(() => poissonInterval(count)).toThrow(RangeError);
});

test('the gamma functions agree with closed forms', () => {
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
  expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 10);
  expect(regularizedGamma(1, 2)).toBeCloseTo(1 - Math.exp(-2), 14);
  expect(regularizedGamma(2, 5)).toBeCloseTo(1 - 6 * Math.exp(-5), 14);
  expect(inverseRegularizedGamma(1, 0.5)).toBeCloseTo(Math.LN2, 13);
});

/** Probability of at most `count`, summed term by term. */
function upTo(count: number, mean: number): number {
  let logTerm = -mean;
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= count; k++) {
    logTerm += Math.log(mean / k);
    sum += Math.exp(logTerm);
  }
  return sum;
}
