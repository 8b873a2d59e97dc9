import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Rows } from './rows.ts';

/** With it spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Matches cells that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Escapes a text so that a spreadsheet does not evaluate it. */
const inert = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell);

/** In some countries spreadsheets separate by semicolons, and would begin a new cell within a text. */
const OTHER_SEPARATOR = ';';

/** Streams a table as CSV (RFC 4180, UTF-8 with byte order mark, CRLF). */
export const csvOf = (rows: Rows): Readable => Readable.from(textOf(rows), { objectMode: false });

async function* textOf(rows: Rows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const some of rows)
    if (some.length > 0)
      yield stringify(
        some.map((row) => row.map(inert)),
        { record_delimiter: '\r\n', quoted_match: OTHER_SEPARATOR },
      );
}
