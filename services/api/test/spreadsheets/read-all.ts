import { Readable } from 'node:stream';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import {
  isBroken,
  openTable,
  type BrokenLine,
  type OpenTable,
  type TableRow,
} from '../../src/spreadsheets/read-table.ts';

export interface WholeTable extends Omit<OpenTable, 'lines'> {
  readonly rows: readonly TableRow[];
  readonly broken: readonly BrokenLine[];
}

/** Reads a small delimited file into memory, in pieces of a given size. */
export async function readAll(bytes: Buffer, piece = bytes.length, encoding?: TextEncoding): Promise<WholeTable> {
  const pieces = () =>
    Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
      bytes.subarray(index * piece, (index + 1) * piece),
    );
  const { lines, ...table } = await openTable(() => Readable.from(pieces()), encoding);
  const rows: TableRow[] = [];
  const broken: BrokenLine[] = [];
  for await (const line of lines) {
    if (isBroken(line)) broken.push(line);
    else rows.push(line);
  }
  return { ...table, rows, broken };
}
