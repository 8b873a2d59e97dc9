import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { nameKey } from '@plimsoll/contracts/imports/fields';
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
}

/** What a table has, without its rows. */
export interface TableSummary extends TableSheets {
  /** Named columns. */
  readonly columns: readonly string[];
  /** Number of rows; counting stops at one more than `maxRows`. */
  readonly rows: number;
  /** The first rows, by column. */
  readonly sample: readonly (readonly string[])[];
}

/** A line of a table between threads and in temporary storage: its number, and its cells by column. */
export type WrittenLine = readonly [line: number, ...cells: (string | CellError)[]] | BrokenLine;

/** Size of a piece of lines. */
const PIECE_LENGTH = 65_536;
const READ_BYTES = 262_144;

async function open({ bytes, format, sheet }: TableBytes): Promise<Pick<OpenTable, 'columns' | 'lines'> & TableSheets> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'XLSX') return openWorkbook(content, sheet);
  return { ...(await openTable(() => Readable.from(piecesOf(content)))), sheets: [], sheet: null };
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
    const { columns: all, lines, sheets, sheet } = await open(table);
    const columns = all.filter(Boolean);
    const sample: string[][] = [];
    let rows = 0;
    for await (const line of lines) {
      if ((rows += 1) > maxRows) break;
      if (sample.length < sampleRows && !isBroken(line))
        sample.push(columns.map((column) => line.cells.get(nameKey(column)) ?? ''));
    }
    return { columns, rows, sample, sheets, sheet };
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
}

/**
 * Sends a table as JSON, a line each: first its columns, then its lines. Each piece of text has whole lines. A text
 * instead of the columns says why it cannot be read.
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
    const { columns, lines } = await open(table);
    const keys = columns.map(nameKey);
    await write(columns);
    for await (const line of lines)
      await write(
        isBroken(line)
          ? line
          : [line.line, ...keys.map((key, index) => line.errors?.get(index) ?? line.cells.get(key) ?? '')],
      );
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await write(error.message);
  }
  await sendPiece(port, text);
}
