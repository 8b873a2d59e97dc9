import { Readable } from 'node:stream';
import { plainNumber } from '@plimsoll/contracts/imports/numbers';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Rows } from './rows.ts';

/** With it spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches cells that a spreadsheet would evaluate as a formula, also behind quotes of their own: one quote more is then
 * the one that is removed.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Writes numbers in digits, and escapes texts so that a spreadsheet does not evaluate them. */
const inert = (cell: Cell): Cell =>
  typeof cell === 'number' ? plainNumber(cell) : cell !== null && FORMULA.test(cell) ? `'${cell}` : cell;

/**
 * In some countries spreadsheets separate by semicolons, and would begin a new cell within a text; a lone line break
 * would begin a new row.
 */
const QUOTED = /[;\r\n]/;

/** Streams a table as CSV (RFC 4180, UTF-8 with byte order mark, CRLF). */
export const csvOf = (rows: Rows): Readable => Readable.from(textOf(rows), { objectMode: false });

async function* textOf(rows: Rows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const some of rows)
    if (some.length > 0)
      yield stringify(
        some.map((row) => row.map(inert)),
        { record_delimiter: '\r\n', quoted_match: QUOTED },
      );
}
