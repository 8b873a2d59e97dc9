import type { Need, Rows, Table } from './projection.ts';

type AnyTable = Table<Record<string, unknown>>;
type Key = readonly (string | number)[];
type Entry = { key?: Key; row: Record<string, unknown> | undefined; changed: boolean; isNew: boolean };

/** What a page changed in one table. */
export interface TableChanges {
  readonly table: AnyTable;
  /** Rows that are not there yet. */
  readonly added: readonly Record<string, unknown>[];
  /** Rows that may be there. */
  readonly put: readonly Record<string, unknown>[];
  readonly removed: readonly Key[];
}

/** How a row is found again: guids in lower case, as the database gives them back. */
const keyText = (key: Key): string => (key.length === 1 ? part(key[0]!) : key.map(part).join('\n'));

const GUID_LENGTH = 36;
const part = (value: string | number): string => (typeof value === 'string' && value.length === GUID_LENGTH ? value.toLowerCase() : String(value));

const keyOf = (table: AnyTable, row: Record<string, unknown>): Key => table.key.map((column) => row[column] as string | number);

class TableRows {
  readonly #entries = new Map<string, Entry>();
  /** Rows that were added and that nobody has asked for yet: most never are, and need no place to be found at. */
  #added: Record<string, unknown>[] = [];
  readonly asked = new Set<string>();
  readonly table: AnyTable;
  all = false;

  constructor(table: AnyTable) {
    this.table = table;
  }

  get entries(): Map<string, Entry> {
    if (this.#added.length > 0) {
      for (const row of this.#added) {
        const key = keyText(keyOf(this.table, row));
        this.#entries.set(key, { row, changed: true, isNew: this.#entries.get(key)?.isNew ?? true });
      }
      this.#added = [];
    }
    return this.#entries;
  }

  add(row: Record<string, unknown>): void {
    this.#added.push(row);
  }

  changes(): TableChanges {
    const added = [...this.#added];
    const put: Record<string, unknown>[] = [];
    const removed: Key[] = [];
    for (const entry of this.#entries.values()) {
      if (!entry.changed) continue;
      if (entry.row) (entry.isNew ? added : put).push(entry.row);
      else removed.push(entry.key!);
    }
    return { table: this.table, added, put, removed };
  }
}

/** The rows of one read model and one tenant while a page is folded into them. */
export class PageRows implements Rows {
  readonly #tables = new Map<AnyTable, TableRows>();
  /** There are no rows of this tenant yet, and nothing to load. */
  readonly isEmpty: boolean;

  constructor(isEmpty = false) {
    this.isEmpty = isEmpty;
  }

  /** Takes what was loaded for a need. Rows that were asked for and are not among them do not exist. */
  load(need: Need, rows: readonly Record<string, unknown>[]): void {
    const known = this.#of(need.table as unknown as AnyTable);
    if (need.keys === 'ALL') known.all = true;
    else for (const key of need.keys) known.asked.add(keyText(key));
    for (const row of rows) known.entries.set(keyText(keyOf(known.table, row)), { row, changed: false, isNew: false });
  }

  get<Row extends object>(table: Table<Row>, ...key: Key): Row | undefined {
    const known = this.#of(table as unknown as AnyTable);
    const text = keyText(key);
    const entry = known.entries.get(text);
    if (entry) return entry.row as Row | undefined;
    if (this.isEmpty || known.all || known.asked.has(text)) return undefined;
    throw new Error(`Row ${key.join('/')} of ${table.name} was neither asked for by needs nor made by this page`);
  }

  all<Row extends object>(table: Table<Row>): readonly Row[] {
    const known = this.#of(table as unknown as AnyTable);
    if (!known.all && !this.isEmpty) throw new Error(`All rows of ${table.name} were read and not asked for by needs`);
    const rows: Row[] = [];
    for (const { row } of known.entries.values()) if (row) rows.push(row as Row);
    return rows;
  }

  put<Row extends object>(table: Table<Row>, row: Row): void {
    this.#put(this.#of(table as unknown as AnyTable), row as Record<string, unknown>);
  }

  add<Row extends object>(table: Table<Row>, row: Row): void {
    this.#of(table as unknown as AnyTable).add(row as Record<string, unknown>);
  }

  remove<Row extends object>(table: Table<Row>, ...key: Key): void {
    this.#of(table as unknown as AnyTable).entries.set(keyText(key), { key, row: undefined, changed: true, isNew: false });
  }

  changes(): TableChanges[] {
    return [...this.#tables.values()].map((rows) => rows.changes()).filter(({ added, put, removed }) => added.length + put.length + removed.length > 0);
  }

  #put(known: TableRows, row: Record<string, unknown>): void {
    const key = keyText(keyOf(known.table, row));
    const { entries } = known;
    const entry = entries.get(key);
    if (entry) {
      entry.row = row;
      entry.changed = true;
    } else {
      entries.set(key, { row, changed: true, isNew: this.isEmpty || known.all || known.asked.has(key) });
    }
  }

  #of(table: AnyTable): TableRows {
    let known = this.#tables.get(table);
    if (!known) this.#tables.set(table, (known = new TableRows(table)));
    return known;
  }
}
