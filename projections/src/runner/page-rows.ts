import type { Need, Rows, Table } from './projection.ts';

type AnyTable = Table<Record<string, unknown>>;
type Key = readonly (string | number)[];
type Entry = { key?: Key; row: Record<string, unknown> | undefined; changed: boolean };

/** What a page changed in one table. */
export interface TableChanges {
  readonly table: AnyTable;
  readonly put: readonly Record<string, unknown>[];
  readonly removed: readonly Key[];
}

/** How a row is found again: guids in lower case, as the database gives them back. */
const keyText = (key: Key): string => (key.length === 1 ? part(key[0]!) : key.map(part).join('\n'));

const GUID_LENGTH = 36;
const part = (value: string | number): string => (typeof value === 'string' && value.length === GUID_LENGTH ? value.toLowerCase() : String(value));

const keyOf = (table: AnyTable, row: Record<string, unknown>): Key => table.key.map((column) => row[column] as string | number);

class TableRows {
  readonly entries = new Map<string, Entry>();
  readonly asked = new Set<string>();
  readonly table: AnyTable;
  all = false;

  constructor(table: AnyTable) {
    this.table = table;
  }
}

/** The rows of one read model and one tenant while a page is folded into them. */
export class PageRows implements Rows {
  readonly #tables = new Map<string, TableRows>();

  /** Takes what was loaded for a need. Rows that were asked for and are not among them do not exist. */
  load(need: Need, rows: readonly Record<string, unknown>[]): void {
    const known = this.#of(need.table as unknown as AnyTable);
    if (need.keys === 'ALL') known.all = true;
    else for (const key of need.keys) known.asked.add(keyText(key));
    for (const row of rows) known.entries.set(keyText(keyOf(known.table, row)), { row, changed: false });
  }

  get<Row extends object>(table: Table<Row>, ...key: Key): Row | undefined {
    const known = this.#of(table as unknown as AnyTable);
    const text = keyText(key);
    const entry = known.entries.get(text);
    if (entry) return entry.row as Row | undefined;
    if (known.all || known.asked.has(text)) return undefined;
    throw new Error(`Row ${key.join('/')} of ${table.name} was neither asked for by needs nor made by this page`);
  }

  all<Row extends object>(table: Table<Row>): readonly Row[] {
    const known = this.#of(table as unknown as AnyTable);
    if (!known.all) throw new Error(`All rows of ${table.name} were read and not asked for by needs`);
    const rows: Row[] = [];
    for (const { row } of known.entries.values()) if (row) rows.push(row as Row);
    return rows;
  }

  put<Row extends object>(table: Table<Row>, row: Row): void {
    const known = this.#of(table as unknown as AnyTable);
    const key = keyText(keyOf(known.table, row as Record<string, unknown>));
    const entry = known.entries.get(key);
    if (entry) {
      entry.row = row as Record<string, unknown>;
      entry.changed = true;
    } else {
      known.entries.set(key, { row: row as Record<string, unknown>, changed: true });
    }
  }

  remove<Row extends object>(table: Table<Row>, ...key: Key): void {
    this.#of(table as unknown as AnyTable).entries.set(keyText(key), { key, row: undefined, changed: true });
  }

  changes(): TableChanges[] {
    const changes: TableChanges[] = [];
    for (const { table, entries } of this.#tables.values()) {
      const put: Record<string, unknown>[] = [];
      const removed: Key[] = [];
      for (const entry of entries.values()) {
        if (!entry.changed) continue;
        if (entry.row) put.push(entry.row);
        else removed.push(entry.key!);
      }
      if (put.length > 0 || removed.length > 0) changes.push({ table, put, removed });
    }
    return changes;
  }

  #of(table: AnyTable): TableRows {
    let known = this.#tables.get(table.name);
    if (!known) this.#tables.set(table.name, (known = new TableRows(table)));
    return known;
  }
}
