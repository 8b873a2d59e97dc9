import type { CellError } from '../../src/spreadsheets/cell-error.ts';
import { openSheet, type TableSheets } from '../../src/spreadsheets/read-workbook.ts';

export interface WholeSheet extends TableSheets {
  /** Rows that are not blank: number and trimmed cells, without the blank ones at the end. */
  readonly rows: readonly (readonly [line: number, ...cells: (string | CellError)[]])[];
}

/** Reads a sheet into memory. */
export async function readSheet(content: Buffer, sheet?: number): Promise<WholeSheet> {
  const { rows, ...sheets } = await openSheet(content, sheet);
  const all: WholeSheet['rows'][number][] = [];
  for await (const { line, cells } of rows) all.push([line, ...withoutBlankEnd(cells)]);
  return { ...sheets, rows: all };
}

/** Trims cells, and removes the blank ones at the end of a row. */
export function withoutBlankEnd(cells: readonly (string | CellError)[]): (string | CellError)[] {
  const trimmed = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : cell));
  return trimmed.slice(0, trimmed.findLastIndex((cell) => cell !== '') + 1);
}
