import fc from 'fast-check';
import { numberText, parsedNumber } from './numbers.ts';

test.each([
  [0.1 + 0.2, '0.3'],
  [1.5e-7, '0.00000015'],
  [1e21, '1000000000000000000000'],
  [2.02601e11, '202601000000'],
  [123_456_789_012_345_678, '123456789012346000'],
  [-0, '0'],
  [-0.05, '-0.05'],
  [1_250.5, '1250.5'],
  [100, '100'],
  [Number.MAX_VALUE, `179769313486232${'0'.repeat(294)}`],
  [5e-324, `0.${'0'.repeat(323)}494065645841247`],
])('%d is written %s', (value, expected) => expect(numberText(value)).toBe(expected));

test('a number has at most 15 significant digits, no exponent, and the value that it shows', () =>
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = numberText(value);
      expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
    }),
  ));

test.each(['', 'NaN', 'INF', '0x10', '1,5', '1 2', 'e5', '.'])('%j is no number', (text) =>
  expect(parsedNumber(text)).toBeNaN(),
);
test.each([
  ['1.5E-07', 1.5e-7],
  ['+3', 3],
  ['.5', 0.5],
  ['5.', 5],
])('%j is the number %d', (text, value) => expect(parsedNumber(text)).toBe(value));
