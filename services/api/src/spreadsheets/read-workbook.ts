import { cellErrorText } from './cell-error.ts';
import { columnsOf, MAX_COLUMNS, rowsIn, type BrokenLine, type OpenTable, type TableRow } from './read-table.ts';
import { TableError } from './table-error.ts';
import { Archive } from './workbook/archive.ts';
import { CellFormats } from './workbook/cell-formats.ts';
import { SharedStrings } from './workbook/shared-strings.ts';
import { sheetRows, type SheetRow } from './workbook/sheet-rows.ts';
import { workbookParts, type SheetName } from './workbook/sheets.ts';

/** The sheets of a table's file. A delimited text has none. */
export interface TableSheets {
  /** In the order of their tabs. */
  readonly sheets: readonly SheetName[];
  /** Index of the sheet that is read; null when several are visible and none was chosen: then the first is read. */
  readonly sheet: number | null;
}

/** A sheet of a workbook, whose rows are read on demand, once. */
export interface OpenSheet extends TableSheets {
  readonly rows: AsyncGenerator<SheetRow>;
}

type SheetTable = Pick<OpenTable, 'columns' | 'lines'>;

/**
 * Opens a sheet of a workbook as Excel shows it; its first non-blank row contains the column names. Dates and times
 * become ISO strings. Streams: only the shared texts and the current rows are in memory.
 * @param sheet index of the sheet; without it, the only visible one or the first of several.
 * @throws TableError for an invalid workbook, a sheet that it does not have, and more than 500 columns.
 */
export async function openWorkbook(content: Buffer, sheet?: number): Promise<SheetTable & TableSheets> {
  const { rows, ...sheets } = await openSheet(content, sheet);
  if (sheets.sheet !== null) return { ...sheets, ...(await tableOf(rows)) };
  // Whatever is wrong with the first of several sheets, another one can be chosen.
  const { columns, lines } = await tableOf(rows).catch(asNoTable);
  return { ...sheets, columns, lines: untilError(lines) };
}

async function tableOf(rows: AsyncGenerator<SheetRow>): Promise<SheetTable> {
  const header = await rows.next();
  if (header.done) return { columns: [], lines: rowsIn(rows, 0) };
  const second = await rows.next();
  const columns = columnsOf(headingsOf(header.value, second.value));
  return { columns, lines: rowsIn(withFirst(second, rows), columns.length) };
}

function asNoTable(error: unknown): SheetTable {
  if (!(error instanceof TableError)) throw error;
  return { columns: [], lines: none() };
}

async function* none(): AsyncGenerator<never> {}

async function* untilError(lines: SheetTable['lines']): AsyncGenerator<TableRow | BrokenLine> {
  try {
    yield* lines;
  } catch (error) {
    asNoTable(error);
  }
}

async function* withFirst(first: IteratorResult<SheetRow>, rest: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * The names of columns. Cells that are merged with the one before may only cover columns without a name or content.
 * @throws TableError for a name that is an error, and for a title above the names.
 */
function headingsOf(header: SheetRow, second: SheetRow | undefined): string[] {
  return header.cells.map((cell, index) => {
    if (typeof cell === 'string') return cell;
    const below = second?.cells[index] ?? '';
    if (cell.kind === 'MERGED' && (typeof below !== 'string' || below.trim() === '')) return '';
    throw new TableError(`its first row has no column names. ${cellErrorText(cell)}`);
  });
}

/** Opens a sheet of a workbook. @throws TableError for an invalid workbook and for a sheet that it does not have. */
export async function openSheet(content: Buffer, sheet?: number): Promise<OpenSheet> {
  const archive = await readable(Archive.open(content));
  const { sheets: all, sharedStrings, styles, is1904, hasStaleResults } = await readable(workbookParts(archive));
  const visible = all.filter(({ isHidden }) => !isHidden);
  const chosen = sheet === undefined ? visible[0] : all[sheet];
  if (!chosen)
    throw new TableError(sheet === undefined ? 'it has no visible sheet' : 'it has no such sheet: choose another one');
  const [strings, formats] = await Promise.all([
    readable(SharedStrings.read(archive, sharedStrings)),
    readable(CellFormats.read(archive, styles)),
  ]);
  return {
    sheets: all.map(({ index, name, isHidden }) => ({ index, name, isHidden })),
    sheet: sheet === undefined && visible.length > 1 ? null : chosen.index,
    rows: checked(sheetRows(archive, chosen.part, { strings, formats, is1904, hasStaleResults }, MAX_COLUMNS)),
  };
}

async function* checked(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  try {
    for (;;) {
      const row = await readable(rows.next());
      if (row.done) return;
      if (row.value.hasMore)
        throw new TableError(`it has more than ${MAX_COLUMNS} columns: remove those that you do not need`);
      yield row.value;
    }
  } finally {
    await rows.return(undefined);
  }
}

/** What fails while a user's bytes are parsed is the file's error. */
const readable = <Value>(reading: Promise<Value>): Promise<Value> =>
  reading.catch(() => {
    throw new TableError('it is not a workbook that can be read: save it again as .xlsx, or as .csv');
  });
