import { Readable } from 'node:stream';
import type ExcelJS from 'exceljs';
import { archiveEntries } from '../attachments/judging/archive-limits.ts';
import { columnsOf, MAX_COLUMNS, namedRows, type Cells, type OpenTable } from './read-table.ts';
import { TableError } from './table-error.ts';

const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const first = ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'];

/**
 * Opens the first sheet of a workbook; its first non-blank row contains the column names. Dates and times become ISO
 * strings.
 * @throws TableError for an invalid workbook, for more than 500 columns and for duplicate ones.
 */
export async function openWorkbook(content: Buffer): Promise<Pick<OpenTable, 'columns' | 'lines'>> {
  const rows = rowsOf(content);
  const header = await rows.next();
  if (header.done) return { columns: [], lines: none() };
  const { columns, keys } = columnsOf(header.value.cells);
  return { columns, lines: namedRows(rows, keys) };
}

/**
 * Whether a row has text after its first columns. Formatted cells without text do not count. The library's own walk
 * over a row takes as long as the row is wide, even if it has two cells; the array that it walks over is sparse.
 */
function hasTextBeyond(row: ExcelJS.Row, columns: number): boolean {
  const { _cells: cells } = row as unknown as { readonly _cells: readonly (ExcelJS.Cell | undefined)[] };
  return Object.keys(cells).some((at) => Number(at) >= columns && textOf(cells[Number(at)]?.value).trim() !== '');
}

async function* none(): AsyncGenerator<never> {}

async function* rowsOf(content: Buffer): AsyncGenerator<Cells> {
  // Takes 40 MB and is only needed to import workbooks.
  const { default: excel } = await import('exceljs');
  const workbook = new excel.stream.xlsx.WorkbookReader(Readable.from([inReadingOrder(content)]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  try {
    for await (const sheet of workbook) {
      for await (const row of sheet) {
        if (row.cellCount > MAX_COLUMNS && hasTextBeyond(row, MAX_COLUMNS))
          throw new TableError(`it has more than ${MAX_COLUMNS} columns: remove those that you do not need`);
        const cells = Array.from({ length: Math.min(row.cellCount, MAX_COLUMNS) }, (_, index) =>
          textOf(row.findCell(index + 1)?.value),
        );
        if (cells.some((cell) => cell.trim())) yield { line: row.number, cells };
      }
      return;
    }
  } catch (error) {
    throw error instanceof TableError
      ? error
      : new TableError('it is no workbook that could be read: save it anew as .xlsx, or as .csv');
  }
}

/**
 * Reorders the archive: the parts that sheets refer to come first, then the first sheet; other parts are removed. The
 * reader then needs no temporary file, which would contain the cells in plain text. Parts are not repacked.
 */
function inReadingOrder(zip: Buffer): Buffer {
  const entries = archiveEntries(zip);
  if (typeof entries === 'string')
    throw new TableError('it is no workbook that could be read: save it anew as .xlsx, or as .csv');
  const directory = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16);
  const starts = [...entries.map(({ at }) => at), directory].sort((one, other) => one - other);
  const partOf = ({ at }: { at: number }) =>
    zip.subarray(
      at,
      starts.find((start) => start > at),
    );
  const named = first.flatMap((name) => entries.filter((entry) => entry.name === name));
  const sheets = entries
    .filter(({ name }) => SHEET.test(name))
    .sort((one, other) => Number(SHEET.exec(one.name)![1]) - Number(SHEET.exec(other.name)![1]));
  const hasStrings = named.some(({ name }) => name === 'xl/sharedStrings.xml');
  return Buffer.concat([
    ...named.flatMap((entry) => [...(entry.name === 'xl/styles.xml' && !hasStrings ? [noStrings] : []), partOf(entry)]),
    ...sheets.slice(0, 1).map(partOf),
    zip.subarray(directory),
  ]);
}

/**
 * An empty, uncompressed list of shared strings: the reader waits for one, and workbooks with inline strings have none.
 */
const noStrings = ((): Buffer => {
  const [name, content] = [Buffer.from('xl/sharedStrings.xml'), Buffer.from('<sst/>')];
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(0x85071652, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, content]);
})();

/** Beginning of the date of a time without a date. */
const NO_DAY = '1899-12-3';

function textOf(value: ExcelJS.CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? ''
      : dayOrTime(new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString());
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('hyperlink' in value)
    return typeof value.text === 'string' ? value.text : textOf(value.text as ExcelJS.CellValue);
  if ('result' in value) return textOf(value.result as ExcelJS.CellValue);
  return '';
}

function dayOrTime(moment: string): string {
  const [day, time] = [moment.slice(0, 10), moment.slice(11, 16)];
  if (day.startsWith(NO_DAY)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
