import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Rows } from './rows.ts';

/** By it spreadsheets know that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would calculate, or take for something else than text. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text that a spreadsheet leaves alone. */
const inert = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell);

/** A table as CSV (RFC 4180, UTF-8 with its mark, CRLF), made as it is read. */
export const csvOf = (rows: Rows): Readable => Readable.from(textOf(rows), { objectMode: false });

async function* textOf(rows: Rows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const some of rows)
    if (some.length > 0)
      yield stringify(
        some.map((row) => row.map(inert)),
        { record_delimiter: '\r\n' },
      );
}
