import fc from 'fast-check';
import { serialText, isoText } from './moments.ts';
import { numberFormat, momentFormat } from './number-format.ts';

const formatOf = (code: string) => momentFormat(numberFormat(code), 1)!;
const text = (serial: number, code: string, is1904 = false) => serialText(serial, formatOf(code), is1904);

test.each([
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [59, 'yyyy-mm-dd', '1900-02-28'],
  [60, 'yyyy-mm-dd', '1900-02-29'],
  [61, 'yyyy-mm-dd', '1900-03-01'],
  [46_140, 'yyyy-mm-dd', '2026-04-28'],
  [46_140.604166666664, 'd.m.yyyy h:mm', '2026-04-28 14:30'],
  [46_140, 'd.m.yyyy h:mm', '2026-04-28 00:00'],
  [46_140.604166666664, 'yyyy-mm-dd', '2026-04-28 14:30'],
  [46_140.604166666664, 'h:mm', '2026-04-28 14:30'],
  [46_140.99999999, 'yyyy-mm-dd h:mm', '2026-04-29 00:00'],
  [0.604166666666667, 'h:mm', '14:30'],
  [0.604166666666667, 'h:mm:ss', '14:30:00'],
  [0.6045, 'h:mm', '14:30'],
  [0.6045, 'h:mm:ss', '14:30:29'],
  [0, 'h:mm', '00:00'],
  [0, 'yyyy-mm-dd', '1900-01-00'],
  [1.1041666666, '[h]:mm', '26:30'],
  [2_958_465, 'yyyy-mm-dd', '9999-12-31'],
  [2_958_466, 'yyyy-mm-dd', null],
  [-1, 'yyyy-mm-dd', null],
])('%d as %s is %s', (serial, code, expected) => expect(text(serial, code)).toBe(expected));

test.each([
  [0, 'yyyy-mm-dd', '1904-01-01'],
  [44_678, 'yyyy-mm-dd', '2026-04-28'],
  [0.5, 'h:mm', '12:00'],
  [44_678.5, 'yyyy-mm-dd h:mm', '2026-04-28 12:00'],
])('%d, counted from 1904, as %s is %s', (serial, code, expected) => expect(text(serial, code, true)).toBe(expected));

test.each([
  ['2026-04-28', 'yyyy-mm-dd', '2026-04-28'],
  ['2026-04-28T00:00:00', 'yyyy-mm-dd', '2026-04-28'],
  ['2026-04-28T00:00:00.000Z', 'yyyy-mm-dd', '2026-04-28'],
  ['2026-04-28T14:30:00', 'yyyy-mm-dd', '2026-04-28 14:30'],
  ['2026-04-28T14:30:12.3', 'General', '2026-04-28 14:30:12'],
  ['2026-04-28T14:30:00', 'General', '2026-04-28 14:30'],
  ['14:30:00', 'h:mm', '14:30'],
  ['14:30', 'General', '14:30'],
  ['soon', 'yyyy-mm-dd', 'soon'],
])('the ISO value %s as %s is %s', (value, code, expected) =>
  expect(isoText(value, momentFormat(numberFormat(code), 1))).toBe(expected),
);

test('each minute from March 1900 on has its text, in both date systems', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1900, 2, 1) / 60_000, max: Date.UTC(9999, 11, 31, 23, 59) / 60_000 }),
      fc.boolean(),
      (minute, is1904) => {
        const iso = new Date(minute * 60_000).toISOString();
        const serial = (minute * 60_000 - Date.UTC(1899, 11, 30)) / 86_400_000 - (is1904 ? 1_462 : 0);
        fc.pre(serial >= 0);
        expect(text(serial, 'yyyy-mm-dd hh:mm', is1904)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)}`);
      },
    ),
  ));
