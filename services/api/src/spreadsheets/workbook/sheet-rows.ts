import type { CellError } from '../cell-error.ts';
import type { Archive } from './archive.ts';
import { addressOf, placeOf } from './cell-address.ts';
import { cellValue, type CellContext } from './cell-value.ts';
import { mergedRanges, MergedRows } from './merged-cells.ts';
import { RichText } from './shared-strings.ts';
import { parsedXml, type Attributes, type XmlHandler } from './xml.ts';

/** A row of a sheet that is not blank: its number, and its cells from the first column on. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly (string | CellError)[];
  /** Whether there is a value behind the columns that are read. */
  readonly hasMore: boolean;
}

/**
 * Streams the rows of a sheet. A cell that is merged into another with a value is an error, so that no column seems
 * empty where the sheet shows something, or has a text that it hides.
 * @param maxColumns number of columns to read.
 */
export async function* sheetRows(
  archive: Archive,
  part: string,
  context: CellContext,
  maxColumns: number,
): AsyncGenerator<SheetRow> {
  const merged = new MergedRows(await mergedRanges(archive, part, maxColumns), maxColumns);
  const handler = new SheetHandler(context, maxColumns);
  for await (const rows of parsedXml(archive.read(part), handler, () => handler.rows.splice(0)))
    for (const row of rows) {
      const isBlank = row.cells.every((cell) => isEmpty(cell));
      merged.visit(
        row.line,
        (column) => !isEmpty(row.cells[column - 1]),
        (column, { name }) => {
          if (isBlank) return;
          while (row.cells.length < column) row.cells.push('');
          const hidden = row.cells[column - 1]!;
          const text = typeof hidden === 'string' ? hidden : hidden.text;
          row.cells[column - 1] = { cell: addressOf({ row: row.line, column }), kind: 'MERGED', text, range: name };
        },
      );
      if (!isBlank || row.hasMore) yield row;
    }
}

const isEmpty = (cell: string | CellError | undefined): boolean =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Collects the rows of a sheet's part. Rows and cells without an address follow the one before. */
class SheetHandler implements XmlHandler {
  rows: { line: number; cells: (string | CellError)[]; hasMore: boolean }[] = [];
  readonly #context: CellContext;
  readonly #maxColumns: number;
  #isInData = false;
  #line = 0;
  #column = 0;
  #row: { line: number; cells: (string | CellError)[]; hasMore: boolean } | null = null;
  #cell: { type: string; style: number } | null = null;
  #value: string | null = null;
  #formula: string | null = null;
  #inline: RichText | null = null;
  #in: 'VALUE' | 'FORMULA' | 'INLINE' | null = null;

  constructor(context: CellContext, maxColumns: number) {
    this.#context = context;
    this.#maxColumns = maxColumns;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#cell) this.#openInCell(name);
    else if (name === 'c' && this.#row) this.#openCell(attributes);
    else if (name === 'row' && this.#isInData) this.#openRow(attributes);
    else if (name === 'sheetData') this.#isInData = true;
  }

  text(text: string): void {
    if (this.#in === 'VALUE') this.#value += text;
    else if (this.#in === 'INLINE') this.#inline!.text(text);
    else if (this.#in === 'FORMULA') this.#formula += text;
  }

  close(name: string): void {
    if (this.#in === 'INLINE' && name !== 'is') this.#inline!.close(name);
    else if (name === 'v' || name === 'f' || name === 'is') this.#in = null;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && this.#row) {
      this.rows.push(this.#row);
      this.#row = null;
    } else if (name === 'sheetData') this.#isInData = false;
  }

  #openRow(attributes: Attributes): void {
    const given = attributes['r'];
    const line = given === undefined ? this.#line + 1 : placeOf(`A${given}`).row;
    if (line <= this.#line) throw new Error(`Row ${line} is there twice, or not in its place`);
    this.#line = line;
    this.#column = 0;
    this.#row = { line: this.#line, cells: [], hasMore: false };
  }

  #openCell(attributes: Attributes): void {
    const address = attributes['r'];
    this.#column = address === undefined ? this.#column + 1 : placeOf(address).column;
    this.#cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) };
    this.#value = null;
    this.#formula = null;
    this.#inline = null;
  }

  #openInCell(name: string): void {
    if (this.#in === 'INLINE') this.#inline!.open(name);
    else if (name === 'v') {
      this.#in = 'VALUE';
      this.#value = '';
    } else if (name === 'f') {
      this.#in = 'FORMULA';
      this.#formula = '';
    } else if (name === 'is') {
      this.#in = 'INLINE';
      this.#inline = new RichText();
    }
  }

  #closeCell(): void {
    const cell = this.#cell;
    const row = this.#row;
    this.#cell = null;
    if (!cell || !row) return;
    if (this.#value === null && this.#formula === null && this.#inline === null && cell.type !== 'e') return;
    const column = this.#column;
    const inline = this.#inline?.take() ?? null;
    const value = cellValue(
      { row: this.#line, column, ...cell, value: this.#value, inline, formula: this.#formula },
      this.#context,
    );
    if (value === '') return;
    if (column > this.#maxColumns) {
      row.hasMore ||= !isEmpty(value);
      return;
    }
    while (row.cells.length < column - 1) row.cells.push('');
    row.cells[column - 1] = value;
  }
}
