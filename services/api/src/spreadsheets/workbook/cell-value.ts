import type { CellError } from '../cell-error.ts';
import { addressOf, type CellPlace } from './cell-address.ts';
import type { CellFormats } from './cell-formats.ts';
import { decodeText } from './escapes.ts';
import { isoText, serialText } from './moments.ts';
import { numberText, parsedNumber } from './numbers.ts';
import type { SharedStrings } from './shared-strings.ts';
import { isOn } from './xml.ts';

/** A cell as a sheet's part has it. */
export interface RawCell extends CellPlace {
  readonly type: string;
  readonly style: number;
  /** Null without a value; empty for an empty one. */
  readonly value: string | null;
  /** Its own text; null where it has none. */
  readonly inline: string | null;
  /** Null without a formula. */
  readonly formula: string | null;
}

/** What values of cells refer to. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly formats: CellFormats;
  readonly is1904: boolean;
  readonly hasStaleResults: boolean;
}

const MAX_FORMULA_LENGTH = 200;

/** The text of a cell, or why it has none. Dates and times are ISO. @throws Error for a reference to nothing. */
export function cellValue(cell: RawCell, context: CellContext): string | CellError {
  const { type, style, formula } = cell;
  const value = cell.value?.trim() ?? '';
  if (type === 'e') return errorValue(cell, value);
  if (formula !== null && isWithoutResult(cell, value, context))
    return {
      cell: addressOf(cell),
      kind: 'FORMULA_WITHOUT_RESULT',
      text: `=${decodeText(formula).slice(0, MAX_FORMULA_LENGTH)}`,
    };
  switch (type) {
    case 's':
      return value === '' ? '' : context.strings.at(parsedNumber(value));
    case 'inlineStr':
      return cell.inline ?? '';
    case 'str':
      return decodeText(cell.value ?? '');
    case 'b':
      return value === '' ? '' : isOn(value) ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value, context.formats.momentOf(style, 1));
    default:
      return value === '' ? (cell.inline ?? '') : numeric(cell, value, context);
  }
}

/**
 * Whether a program wrote a formula but no result. Some write zero for the result that they do not know, and ask to
 * calculate when the workbook opens.
 */
function isWithoutResult({ type, value: raw }: RawCell, value: string, { hasStaleResults }: CellContext): boolean {
  if (raw === null) return true;
  // A text may be an empty result.
  if (type === 'str') return false;
  return value === '' || (hasStaleResults && type === 'n' && Number(value) === 0);
}

const errorValue = (cell: RawCell, value: string): CellError => ({
  cell: addressOf(cell),
  kind: 'ERROR_VALUE',
  text: value || '#VALUE!',
});

function numeric(cell: RawCell, value: string, { formats, is1904 }: CellContext): string | CellError {
  const number = parsedNumber(value);
  if (!Number.isFinite(number)) return errorValue(cell, value);
  const moment = formats.momentOf(cell.style, number);
  return (moment && serialText(number, moment, is1904)) ?? numberText(number);
}
