import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import jschardet from 'jschardet';

/** A line of a table: where it begins in the file, and its cells by column name. */
export interface TableRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

export interface ReadTable {
  readonly encoding: string;
  readonly separator: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Lines that are no rows of this table, such as one with too many cells. */
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
}

/** Column names are compared by their letters and digits alone. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const separators = [',', ';', '\t', '|'];

/** The separator that cuts the header line, outside of quotes, into most cells. */
function separatorOf(text: string): string {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '';
  const bare = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = separators.map((separator) => bare.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** The text of a file in whichever encoding it is: a byte order mark tells, else UTF-8 if it is valid, else a guess. */
export function decodeText(bytes: Buffer): { text: string; encoding: string } {
  const marks: [string, number[]][] = [['utf-8', [0xef, 0xbb, 0xbf]], ['utf-16le', [0xff, 0xfe]], ['utf-16be', [0xfe, 0xff]]];
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return { text: iconv.decode(bytes, marked[0]), encoding: marked[0] };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const guess = jschardet.detect(bytes.subarray(0, 200_000)).encoding;
    // What is guessed to be Latin-1 or something rarer is, in files from offices, Windows-1252.
    const encoding = guess && /utf-16|shift|gb|big5|euc/i.test(guess) && iconv.encodingExists(guess) ? guess.toLowerCase() : 'windows-1252';
    return { text: iconv.decode(bytes, encoding), encoding };
  }
}

/** Reads a file of separated values, its first line the column names, whatever its encoding, separator and column order. */
export function readTable(bytes: Buffer): ReadTable {
  const { text, encoding } = decodeText(bytes);
  const separator = separatorOf(text);
  const broken: { line: number; reason: string }[] = [];
  const records = parse(text, {
    delimiter: separator, bom: true, info: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const [header, ...body] = records;
  if (!header) return { encoding, separator, columns: [], rows: [], broken };
  const columns = header.record.map((name) => name.trim());
  let end = header.info.lines;
  const rows: TableRow[] = [];
  for (const { record, info } of body) {
    const line = end + 1;
    end = info.lines;
    if (record.length > columns.length && record.slice(columns.length).some((cell) => cell.trim())) {
      broken.push({ line, reason: `it has ${record.length} cells where the header has ${columns.length}` });
    } else if (record.some((cell) => cell.trim())) {
      rows.push({ line, cells: new Map(columns.map((name, index) => [columnKey(name), (record[index] ?? '').trim()])) });
    }
  }
  return { encoding, separator, columns, rows, broken };
}
