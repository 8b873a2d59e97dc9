import { cellErrorText } from '../spreadsheets/cell-error.ts';
import type { TableRow } from '../spreadsheets/read-table.ts';
import type { LineError } from './map-row.ts';

/** Errors of cells of a workbook that have no value, in the columns that are imported. */
export const unreadableCells = (
  { errors }: Pick<TableRow, 'errors'>,
  columns: readonly string[],
  imported: ReadonlySet<string | null>,
): LineError[] =>
  [...(errors ?? [])].flatMap(([index, error]) => {
    const column = columns[index]!;
    return imported.has(column) ? [{ column, className: 'MalformedEventField', message: cellErrorText(error) }] : [];
  });
