import { readNumber } from './typed-number.ts';

const hours = { max: 10_000_000, decimals: 2 };
const heads = { max: 1_000_000, decimals: 0 };

describe('a number as it was typed', () => {
  it.each([
    ['188412.5', 188_412.5],
    [' 0 ', 0],
    ['.25', 0.25],
    ['188,412.50', 188_412.5],
    ['2 811 430', 2_811_430],
    ['7.500', 7.5],
    ['10000000', 10_000_000],
  ])('takes %j', (typed, value) => {
    expect(readNumber(typed, hours)).toEqual({ value, error: null });
  });

  it.each([
    ['', hours, 'Please enter a number'],
    ['1.2.3', hours, 'Please enter a number'],
    ['1,5', hours, 'Please enter a number'],
    ['12 h', hours, 'Numeric characters only'],
    ['1e5', hours, 'Numeric characters only'],
    ['-1', hours, 'Must be zero or greater'],
    ['10000000.01', hours, 'The value you specified is too large'],
    ['1.255', hours, 'Must have at most 2 decimal places'],
    ['12.5', heads, 'Number cannot include decimal places'],
  ])('of %j says what is wrong', (typed, rules, words) => {
    expect(readNumber(typed, rules).error).toBe(words);
  });

  it('takes nothing where nothing is an answer', () => {
    expect(readNumber('  ', { ...hours, optional: true })).toEqual({ value: null, error: null });
  });
});
