import fc from 'fast-check';
import { certainForm, NumberColumn, numberIn, numberInWorkbook, plainNumber, type NumberForm } from './numbers.ts';

const seeded = { seed: Number(process.env['IMPORTS_SEED'] ?? 20_261), numRuns: 1_000 };
const evidence = (cells: readonly string[], isInWorkbook = false) => {
  const column = new NumberColumn(isInWorkbook);
  for (const cell of cells) column.add(cell);
  return certainForm(column.evidence);
};

test.each<[text: string, form: NumberForm, value: number | null]>([
  ['3.5', 'POINT', 3.5],
  ['3,5', 'COMMA', 3.5],
  ['3,5', 'POINT', null],
  ['3.5', 'COMMA', null],
  ['1,250.5', 'POINT', 1250.5],
  ['1.250,5', 'COMMA', 1250.5],
  ['1,250', 'POINT', 1250],
  ['1,250', 'COMMA', 1.25],
  ['1,25,000', 'POINT', 125_000],
  ["1'250.5", 'POINT', 1250.5],
  ['1 250,5', 'COMMA', 1250.5],
  ['1\u202F250\u00A0000', 'COMMA', 1_250_000],
  ['-4', 'POINT', -4],
  ['\u22124', 'POINT', -4],
  ['+4', 'COMMA', 4],
  ['.5', 'POINT', 0.5],
  ['0,125', 'POINT', null],
  ['0.30000000000000004', 'POINT', 0.3],
  ['1.5e-7', 'POINT', 0.00000015],
  ['1,5E-07', 'COMMA', 0.00000015],
  ['1.5E+1', 'POINT', 15],
  ['2.02601E+11', 'POINT', null],
  ['9007199254740991', 'POINT', 9_007_199_254_740_991],
  ['12345678901234567890', 'POINT', null],
  ['1 25', 'POINT', null],
  ['1.2.3', 'POINT', null],
  ['', 'POINT', null],
  ['.', 'POINT', null],
  ['3.5 l', 'POINT', null],
  ['Infinity', 'POINT', null],
])('%j, written with a %s, is %s', (text, form, value) => expect(numberIn(text, form)).toBe(value));

test.each<[cells: string[], form: NumberForm | null]>([
  [['12', 'three', '2026-04-28', 'a, b', '1.2.3'], 'POINT'],
  [['3,5', '1,250'], 'COMMA'],
  [['1,250.5', '1,250'], 'POINT'],
  [['1,250'], null],
  [['1.250'], null],
  [['1.5', '1,5'], null],
])('%j: numbers are written with a %s', (cells, form) => expect(evidence(cells)).toBe(form));

test('number cells of a workbook have a point, whatever its text cells have, and none is read as another number', () => {
  expect(evidence(['1.125', '0.5'], true)).toBe('POINT');
  expect(evidence(['1.125', '3,5'], true)).toBe('COMMA');
  expect([numberInWorkbook('0.5', 'COMMA'), numberInWorkbook('3,5', 'COMMA'), numberInWorkbook('12', 'COMMA')]).toEqual(
    [0.5, 3.5, 12],
  );
  expect(numberInWorkbook('1.125', 'COMMA')).toBeNull();
});

const withGroups = (value: number, form: NumberForm) =>
  new Intl.NumberFormat(form === 'POINT' ? 'en-US' : 'de-DE', { maximumFractionDigits: 9 }).format(value);
const amount = fc
  .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 5 }))
  .map(([whole, digits]) => Number((whole / 10 ** digits).toFixed(digits)));

test('a number is read as it was written, in either form, and in the wrong one it is never read as another silently', () =>
  fc.assert(
    fc.property(amount, fc.constantFrom<NumberForm>('POINT', 'COMMA'), (value, form) => {
      const text = withGroups(value, form);
      expect(numberIn(text, form)).toBe(value + 0);
      const other = form === 'POINT' ? 'COMMA' : 'POINT';
      const misread = numberIn(text, other);
      // Where both readings are possible, a person is asked.
      if (misread !== null && misread !== value) expect(evidence([text])).toBeNull();
      else expect(evidence([text])).toBe(/[.,]/.test(text) ? form : 'POINT');
    }),
    seeded,
  ));

test('a number in digits is the number, without an exponent', () =>
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(plainNumber(value))).toBe(value + 0);
      expect(plainNumber(value)).toMatch(/^-?\d+(?:\.\d+)?$/);
    }),
    seeded,
  ));
