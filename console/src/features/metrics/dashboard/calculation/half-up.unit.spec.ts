import { amountText, halfUp, intervalText, rateText } from './half-up.ts';

describe('formatting of figures', () => {
  it.each([
    [1.005, '1.01'],
    [2.675, '2.68'],
    [0.285, '0.29'],
    [1.004999, '1.00'],
    [2.0049715, '2.00'],
    [1.995, '2.00'],
    [0, '0.00'],
    [1e-7, '0.00'],
    [0.005, '0.01'],
    [11.0453, '11.05'],
    [18.181818181818183, '18.18'],
    [1e21, '1000000000000000000000.00'],
  ])('%d is %s with two decimals, half up', (figure, text) => {
    expect(halfUp(figure)).toBe(text);
  });

  it('rounds to other decimals too', () => {
    expect([halfUp(6.75, 1), halfUp(2.5, 0), halfUp(0.25, 2)]).toEqual(['6.8', '3', '0.25']);
  });

  it('throws for negative and infinite rates', () => {
    expect(() => halfUp(-0.01)).toThrow(RangeError);
    expect(() => halfUp(Number.NaN)).toThrow(RangeError);
  });

  it('returns n/a, not 0, without a denominator', () => {
    expect(rateText(null)).toBe('n/a');
    expect(intervalText({ low: null, high: null })).toBe('n/a');
    expect(intervalText({ low: 1.2149, high: 2.705 })).toBe('1.21 – 2.71');
  });

  it('separates thousands and preserves hundredths', () => {
    expect([amountText(2_811_430), amountText(2_811_430.25)]).toEqual(['2,811,430', '2,811,430.25']);
  });
});
