import { fieldTexts, tooManyDecimalsText, tooSmallText } from '@plimsoll/contracts/errors/field-texts';

interface NumberRules {
  max: number;
  /** How many decimals are accepted; 0 for counts. */
  decimals: number;
  /** An empty field is valid and yields null. */
  optional?: boolean;
}

export type TypedNumber = { value: number | null; error: null } | { value: null; error: string };

const error = (words: string): TypedNumber => ({ value: null, error: words });

/**
 * Parses a typed number, or returns an error in the specification's words. Thousands may be separated by commas or
 * spaces if all of them are ("188,412.5"); a comma elsewhere is an error.
 */
export function readNumber(typed: string, { max, decimals, optional = false }: NumberRules): TypedNumber {
  const text = typed.trim();
  if (text === '') return optional ? { value: null, error: null } : error(fieldTexts.numberMissing);
  if (/[^\d.,\s+-]/.test(text)) return error(fieldTexts.notNumeric);
  const plain = /^[+-]?\d{1,3}([, \u00a0\u202f]\d{3})+(\.\d*)?$/.test(text)
    ? text.replace(/[, \u00a0\u202f]/g, '')
    : text;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return error(fieldTexts.numberMissing);
  const value = Number(plain);
  if (value < 0) return error(tooSmallText(0));
  if (value > max) return error(fieldTexts.tooLarge);
  const typedDecimals = (plain.split('.')[1] ?? '').replace(/0+$/, '').length;
  if (typedDecimals > decimals) return error(decimals === 0 ? fieldTexts.notWhole : tooManyDecimalsText(decimals));
  return { value: value + 0, error: null };
}
