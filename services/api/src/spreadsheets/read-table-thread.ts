import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { NumberColumn, type NumberEvidence } from '@plimsoll/contracts/imports/numbers';
import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import { sendPiece } from '../platform/jobs/send-piece.ts';
import type { CellError } from './cell-error.ts';
import { isBroken, openTable, type BrokenLine, type OpenTable } from './read-table.ts';
import { openWorkbook, type TableSheets } from './read-workbook.ts';
import { TableError } from './table-error.ts';

// Runs in threads: reads tables that users send.

export type TableFormat = 'CSV' | 'XLSX';

/** A table to read. */
export interface TableBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: TableFormat;
  /** Index of the sheet of a workbook; without it, the first visible one. */
  readonly sheet?: number | undefined;
  /** The encoding of a text file, if a person chose it; without it, the likeliest. */
  readonly encoding?: TextEncoding | undefined;
}

/** How a table was read, and what is in doubt about that. */
export interface TableDetails extends TableSheets {
  /** The headings by position; empty for a column without one. */
  readonly columns: readonly string[];
  /** Null for a workbook. */
  readonly encoding: TextEncoding | null;
  /** The encodings in question, the likeliest first; none for a workbook. */
  readonly encodings: readonly TextEncoding[];
}

/** What a table has, without its rows. */
export interface TableSummary extends TableDetails {
  /** Number of rows; counting stops at one more than `maxRows`. */
  readonly rows: number;
  /** The first rows, by column. */
  readonly sample: readonly (readonly string[])[];
  /** How each column writes numbers, in the counted rows. */
  readonly numbers: readonly NumberEvidence[];
}

/** A line of a table between threads and in temporary storage: its number, and its cells by column. */
export type WrittenLine = readonly [line: number, ...cells: (string | CellError)[]] | BrokenLine;

/** Size of a piece of lines. */
const PIECE_LENGTH = 65_536;
const READ_BYTES = 262_144;

async function open({ bytes, format, sheet, encoding }: TableBytes): Promise<TableDetails & Pick<OpenTable, 'lines'>> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return format === 'XLSX'
    ? { ...(await openWorkbook(content, sheet)), encoding: null, encodings: [] }
    : { ...(await openTable(() => Readable.from(piecesOf(content)), encoding)), sheets: [], sheet: null };
}

/** A parser holds what one piece contains. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += READ_BYTES) yield content.subarray(at, at + READ_BYTES);
}

/** Counts the rows of a table and takes the first; a text says why it cannot be read. */
export async function summarize({
  maxRows,
  sampleRows,
  ...table
}: TableBytes & { readonly maxRows: number; readonly sampleRows: number }): Promise<TableSummary | string> {
  try {
    const { columns, lines, sheets, sheet, encoding, encodings } = await open(table);
    const sample: (readonly string[])[] = [];
    const numbers = columns.map(() => new NumberColumn(table.format === 'XLSX'));
    let rows = 0;
    for await (const line of lines) {
      if ((rows += 1) > maxRows) break;
      if (isBroken(line)) continue;
      if (sample.length < sampleRows) sample.push(line.cells);
      for (const [index, column] of numbers.entries()) column.add(line.cells[index]!);
    }
    return {
      columns,
      rows,
      sample,
      sheets,
      sheet,
      encoding,
      encodings,
      numbers: numbers.map(({ evidence }) => evidence),
    };
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
}

/**
 * Sends a table as JSON, a line each: first its details, then its lines. Each piece of text has whole lines. A text
 * instead of the details says why it cannot be read.
 */
export async function sendLines({ port, ...table }: TableBytes & { readonly port: MessagePort }): Promise<void> {
  let text = '';
  const write = async (line: unknown) => {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < PIECE_LENGTH) return;
    await sendPiece(port, text);
    text = '';
  };
  try {
    const { lines, columns, sheets, sheet, encoding, encodings } = await open(table);
    await write({ columns, sheets, sheet, encoding, encodings } satisfies TableDetails);
    for await (const line of lines)
      await write(
        isBroken(line) ? line : [line.line, ...line.cells.map((cell, index) => line.errors?.get(index) ?? cell)],
      );
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await write(error.message);
  }
  await sendPiece(port, text);
}
