import type { Archive } from './archive.ts';
import { addressOf, placeOf } from './cell-address.ts';
import { parseXml, type Attributes, type XmlHandler } from './xml.ts';

/** A merged range: rows and columns are counted from 1. Its first cell has the value of all. */
export interface MergedRange {
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const ELEMENT = 'mergeCell';

/**
 * Reads which cells of a sheet are merged: the ranges that begin in the first columns, ordered by their first rows.
 * They are listed behind the rows, so the part is read twice; it is only parsed if the word occurs in it.
 */
export async function mergedRanges(
  archive: Archive,
  part: string,
  maxColumns: number,
): Promise<readonly MergedRange[]> {
  if (!(await contains(archive.read(part), ELEMENT))) return [];
  const handler = new MergesHandler(maxColumns);
  await parseXml(archive.read(part), handler);
  return handler.ranges.sort((one, other) => one.top - other.top);
}

async function contains(text: AsyncIterable<string>, word: string): Promise<boolean> {
  let end = '';
  for await (const piece of text) {
    const both = end + piece;
    if (both.includes(word)) return true;
    end = both.slice(-word.length);
  }
  return false;
}

class MergesHandler implements XmlHandler {
  readonly ranges: MergedRange[] = [];

  readonly #maxColumns: number;

  constructor(maxColumns: number) {
    this.#maxColumns = maxColumns;
  }

  open(element: string, attributes: Attributes): void {
    if (element !== ELEMENT) return;
    const corners = (attributes['ref'] ?? '').split(':').map(placeOf);
    const [first, last = first] = corners;
    const [rows, columns] = [corners.map(({ row }) => row), corners.map(({ column }) => column)];
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    if (left > this.#maxColumns) return;
    this.ranges.push({
      name: `${addressOf(first!)}:${addressOf(last!)}`,
      top,
      left,
      bottom: Math.max(...rows),
      right: Math.min(Math.max(...columns), this.#maxColumns),
    });
  }
  text(): void {}
  close(): void {}
}

/**
 * Follows merged ranges from row to row. They may not overlap: then a row has at most as many of their columns as it
 * has itself.
 */
export class MergedRows {
  readonly #ranges: readonly MergedRange[];
  readonly #maxColumns: number;
  #next = 0;
  #active: { readonly range: MergedRange; hasValue: boolean }[] = [];

  /** @param ranges ordered by their first rows. */
  constructor(ranges: readonly MergedRange[], maxColumns: number) {
    this.#ranges = ranges;
    this.#maxColumns = maxColumns;
  }

  /**
   * Calls back for the cells of a row that are merged into another, and so are not shown: in ranges whose first cell
   * has a value, and for those with a value of their own. Rows come in ascending order.
   * @param hasValue whether a column of this row has a value.
   */
  visit(
    row: number,
    hasValue: (column: number) => boolean,
    covered: (column: number, range: MergedRange) => void,
  ): void {
    this.#active = this.#active.filter(({ range }) => range.bottom >= row);
    for (let range; (range = this.#ranges[this.#next]) && range.top <= row; this.#next++) {
      if (range.bottom < row) continue;
      this.#active.push({ range, hasValue: range.top === row && hasValue(range.left) });
    }
    let columns = 0;
    for (const { range, hasValue: isFilled } of this.#active) {
      if ((columns += range.right - range.left + 1) > this.#maxColumns) throw new Error('Merged cells overlap');
      for (let column = range.left; column <= range.right; column++)
        if ((row !== range.top || column !== range.left) && (isFilled || hasValue(column))) covered(column, range);
    }
  }
}
