/** Spreadsheets show this many digits of a number. */
const DIGITS = 15;

/**
 * A number as spreadsheets show it: rounded to 15 significant digits, which removes noise such as 0.30000000000000004,
 * and without an exponent.
 */
export function numberText(value: number): string {
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(DIGITS - 1).split('e') as [string, string];
  const sign = mantissa.startsWith('-') ? '-' : '';
  // Its zeros at the end are gone as a number.
  const digits = String(Number(mantissa)).replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number as a part writes it; NaN for anything else. */
export const parsedNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);
