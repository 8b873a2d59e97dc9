import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import { CsvError, parse, type Parser } from 'csv-parse';
import { firstBrokenCell } from './broken-cell.ts';
import type { CellError } from './cell-error.ts';
import { decoded, detectEncoding, type ByteSource, type DetectedEncoding } from './decode-text.ts';
import { TableError } from './table-error.ts';

/** A line of a table: its line number in the file, and its cells by column. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Cells of a workbook that have no value, by the index of their column. `cells` has what they contain. */
  readonly errors?: ReadonlyMap<number, CellError>;
}

/** A malformed line, such as one with too many cells. `endsTable`: nothing after it is read. */
export interface BrokenLine {
  readonly line: number;
  readonly reason: string;
  /** What it contains, as far as it could be cut into cells. */
  readonly cells: readonly string[];
  readonly endsTable?: true;
}

export interface OpenTable {
  readonly encoding: TextEncoding;
  /** The encodings in question, the likeliest first; one where there is no doubt. */
  readonly encodings: readonly TextEncoding[];
  readonly separator: string;
  /** The headings by position; empty for a column without one. */
  readonly columns: readonly string[];
  /** Read on demand, once. */
  readonly lines: AsyncIterable<TableRow | BrokenLine>;
}

export const isBroken = (line: TableRow | BrokenLine): line is BrokenLine => 'reason' in line;

/** Maximum length of a line, and so of a quoted field: a longer one has an unclosed quote. */
const MAX_LINE_LENGTH = 1_048_576;

/** Maximum number of columns. */
export const MAX_COLUMNS = 500;

/** Length of the header that is examined for the separator. */
const SAMPLE = 65_536;

const separators = [',', ';', '\t', '|'];

/** The separator that splits the header line, outside quotes, into most cells. */
function separatorOf(header: string): string {
  const counts = separators.map(() => 0);
  let isQuoted = false;
  for (const sign of header) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) {
      const index = separators.indexOf(sign);
      if (index >= 0) counts[index]! += 1;
    }
  }
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** Collects text until it contains the header: the first non-blank line, including line breaks within quotes. */
class Beginning {
  text = '';
  #at = 0;
  #isQuoted = false;
  #isBlank = true;
  #end: number | undefined;

  /** Reads on where it stopped. Returns whether the header is complete. */
  add(piece: string): boolean {
    this.text += piece;
    for (; this.#end === undefined && this.#at < this.text.length; this.#at++) {
      const sign = this.text[this.#at]!;
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      if (!this.#isQuoted && !this.#isBlank && (sign === '\n' || sign === '\r')) this.#end = this.#at;
      this.#isBlank &&= sign.trim() === '';
    }
    return this.#end !== undefined;
  }

  get header(): string {
    return this.text.slice(0, this.#end);
  }
}

/** The columns that a header names. @throws TableError for too many. */
export function columnsOf(cells: readonly string[]): readonly string[] {
  if (cells.length > MAX_COLUMNS)
    throw new TableError(`it has more than ${MAX_COLUMNS} columns: remove those that you do not need`);
  return cells.map((name) => name.trim());
}

/** The separator that a first line such as `sep=;` declares, as spreadsheets write and read it. */
const declaredSeparator = (line: string): string | undefined =>
  /^"?sep=([^\w"\r\n])"?\s*$/i.exec(line.trimStart())?.[1];

/**
 * Opens a delimited text file whose first line contains the column names, in any encoding, with any separator and
 * column order. Streams: only the current line is in memory.
 * @param given the encoding, if a person chose it; else the likeliest is taken.
 * @throws TableError for content that is not text, and for more than 500 columns.
 */
export async function openTable(source: ByteSource, given?: TextEncoding): Promise<OpenTable> {
  const detected = await detectEncoding(source);
  const encoding = given ?? detected.encoding;
  const text = decoded(source, encoding);
  const beginning = new Beginning();
  while (beginning.text.length < MAX_LINE_LENGTH) {
    const piece = await text.next();
    if (piece.done || beginning.add(piece.value)) break;
  }
  const declared = declaredSeparator(beginning.header);
  const separator = declared ?? separatorOf(beginning.header.slice(0, SAMPLE));
  const lines = linesOf(withFirst(beginning.text, text), separator);
  if (declared !== undefined) await lines.next();
  const header = await lines.next();
  const found = { encoding, encodings: detected.encodings, separator };
  if (header.done) return { ...found, columns: [], lines: rowsIn(lines, 0) };
  if ('reason' in header.value) throw new TableError(`line ${header.value.line}: ${header.value.reason}`);
  const columns = columnsOf(header.value.cells);
  const rows = rowsIn(lines, columns.length);
  return { ...found, columns, lines: isDecodable(encoding, detected) ? rows : refusingUnreadable(rows, encoding) };
}

/** Whether every byte of the text has a meaning in the encoding. */
const isDecodable = (encoding: TextEncoding, detected: DetectedEncoding): boolean =>
  encoding.startsWith('utf-16') || (encoding === detected.encoding && detected.isValid);

/** Breaks lines that have bytes without a meaning in the encoding: something else was meant. */
async function* refusingUnreadable(
  rows: AsyncIterable<TableRow | BrokenLine>,
  encoding: TextEncoding,
): AsyncGenerator<TableRow | BrokenLine> {
  for await (const row of rows)
    yield !isBroken(row) && row.cells.some((cell) => cell.includes('\uFFFD'))
      ? { ...row, reason: `it has characters that cannot be read as ${encoding}` }
      : row;
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first) yield first;
  yield* rest;
}

/** The cells of a line by position. */
export interface Cells {
  readonly line: number;
  readonly cells: readonly (string | CellError)[];
}

interface TextCells extends Cells {
  readonly cells: readonly string[];
}

const contentOf = (cell: string | CellError): string => (typeof cell === 'string' ? cell : cell.text);

/** Aligns cells with the columns of the header; empty cells after the last column are ignored. */
export async function* rowsIn(
  lines: AsyncIterable<Cells | BrokenLine>,
  columns: number,
): AsyncGenerator<TableRow | BrokenLine> {
  for await (const found of lines) {
    const { line, cells } = found;
    if ('reason' in found) yield found;
    else if (cells.slice(columns).some((cell) => contentOf(cell).trim()))
      yield {
        line,
        cells: cells.map(contentOf),
        reason: `it has ${cells.length} cells where the header has ${columns}`,
      };
    else
      yield rowOf(
        line,
        Array.from({ length: columns }, (_, index) => cells[index] ?? ''),
      );
  }
}

/** A row of cells, one for each column. */
export function rowOf(line: number, cells: readonly (string | CellError)[]): TableRow {
  const errors = new Map(cells.flatMap((cell, index) => (typeof cell === 'string' ? [] : [[index, cell] as const])));
  return { line, cells: cells.map(contentOf), ...(errors.size > 0 && { errors }) };
}

const parsing = {
  record_delimiter: ['\r\n', '\n', '\r'],
  info: true,
  raw: true,
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: MAX_LINE_LENGTH,
};

interface ParsedLine {
  readonly record: readonly string[];
  /** The line's text, including its line break. */
  readonly raw: string;
}

/** The non-blank lines. The last one is broken when an unclosed quote leaves its end unknown. */
async function* linesOf(text: AsyncIterable<string>, separator: string): AsyncGenerator<TextCells | BrokenLine> {
  let parsed: ParsedLine[] = [];
  // A failed stream discards its buffered output; this keeps the lines parsed before the error.
  const parser = parse({
    ...parsing,
    delimiter: separator,
    on_record: (line: unknown) => void parsed.push(line as ParsedLine),
  });
  parser.on('error', () => undefined).resume();
  let line = 1;
  for await (const feed of feeding(parser, text)) {
    const error = await feed();
    for (const { record: cells, raw } of parsed) {
      // The parser accepts malformed quotes and keeps them in the cell.
      const broken = cells.some((cell) => cell.startsWith('"')) ? brokenQuote(raw, line, separator, cells) : undefined;
      if (broken) {
        yield broken;
        return;
      }
      if (cells.some((cell) => cell.trim())) yield { line, cells };
      line += breaksIn(raw);
    }
    parsed = [];
    if (error) {
      yield brokenQuote(error.raw, line, separator, [error.raw]) ?? {
        line,
        reason: 'it is longer than 1 MB; nothing is taken from here on',
        cells: [error.raw],
        endsTable: true,
      };
      return;
    }
  }
}

/** Steps that feed the parser piece by piece, and then end it; each resolves to the parser's error. */
async function* feeding(
  parser: Parser,
  text: AsyncIterable<string>,
): AsyncGenerator<() => Promise<(CsvError & { raw: string }) | undefined>> {
  const step = (give: (done: (error?: Error | null) => void) => void) => () =>
    new Promise<(CsvError & { raw: string }) | undefined>((resolve, reject) =>
      give((error) => {
        if (!error) resolve(undefined);
        else if (error instanceof CsvError) resolve(error as CsvError & { raw: string });
        else reject(error);
      }),
    );
  for await (const piece of text) yield step((done) => parser.write(piece, done));
  yield step((done) => parser.end(done));
}

function brokenQuote(raw: string, line: number, separator: string, cells: readonly string[]): BrokenLine | undefined {
  const broken = firstBrokenCell(raw, separator);
  return (
    broken && {
      line: line + breaksIn(raw.slice(0, broken.at)),
      reason: `a quoted field begins here that ${broken.error}; nothing is taken from here on`,
      cells,
      endsTable: true,
    }
  );
}

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
