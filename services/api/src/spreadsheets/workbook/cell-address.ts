/** Last row and column of a sheet. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** Place of a cell, both from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The place that an address such as "B7" names. @throws Error for one that is none. */
export function placeOf(address: string): CellPlace {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(address.trim()) ?? [];
  if (letters === undefined) throw new Error(`${address} is no cell`);
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (column > MAX_COLUMN || row < 1 || row > MAX_ROW) throw new Error(`${address} is no cell`);
  return { row, column };
}

/** The address of a place, such as "B7". */
export function addressOf({ row, column }: CellPlace): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row}`;
}
