import type { TableRow } from '../spreadsheets/read-table.ts';
import { RowIds } from './row-ids.ts';
import { unquoted, type ImportPlan } from './row-reading.ts';

/**
 * Ids of rows as they were made of the texts of their cells, before they were made of what the cells mean. Rows that
 * were reported by such an id are known by it.
 */
export class EarlierRowIds {
  readonly #ids = new RowIds();

  constructor(private readonly plan: Pick<ImportPlan, 'columnOf' | 'formColumn' | 'idColumn'>) {}

  /** Null where the row has an id of its own, or names its form, which no table did then. */
  of({ cells }: Pick<TableRow, 'cells'>): string | null {
    const { columnOf, formColumn, idColumn } = this.plan;
    if (formColumn !== null || idColumn !== null) return null;
    return this.#ids.of(
      new Map([...columnOf].map(([field, column]) => [field, unquoted((cells[column] ?? '').trim()).trim()])),
    );
  }
}
