import type { FoldRows, Key, Need } from '../tables/read-model.ts';
import type { AnyTable, Table } from '../tables/table.ts';

/** `isNew` is undefined if the row was not looked up. */
type Entry = { key?: Key; row: Record<string, unknown> | undefined; changed: boolean; isNew: boolean | undefined };

/** The changes of a page in one table. */
export interface TableChanges {
  readonly table: AnyTable;
  /** Rows that do not exist yet. */
  readonly added: readonly Record<string, unknown>[];
  /** Rows that were not looked up; most are new. */
  readonly notLookedUp: readonly Record<string, unknown>[];
  /** Rows that exist. */
  readonly changed: readonly Record<string, unknown>[];
  readonly removed: readonly Key[];
}

/** Identifies a row by its key. Guids are in lower case, as the database returns them. */
function keyText(key: Key): string {
  let text = key.length === 0 ? '' : part(key[0]!);
  for (let index = 1; index < key.length; index++) text += `\n${part(key[index]!)}`;
  return text;
}

const GUID_LENGTH = 36;
const part = (value: string | number): string =>
  typeof value === 'string' && value.length === GUID_LENGTH ? value.toLowerCase() : String(value);

const keyOf = (table: AnyTable, row: Record<string, unknown>): Key =>
  table.key.map((column) => row[column] as string | number);

class TableRows {
  readonly #entries = new Map<string, Entry>();
  /** Rows with a key that nothing else uses, not looked up so far. Most never are, and need no index. */
  #own: Record<string, unknown>[] = [];
  readonly asked = new Set<string>();
  readonly table: AnyTable;
  /** All rows of the table are known. */
  all: boolean;

  constructor(table: AnyTable, all: boolean) {
    this.table = table;
    this.all = all;
  }

  get entries(): Map<string, Entry> {
    const own = this.#own;
    if (own.length > 0) {
      this.#own = [];
      for (const row of own) this.put(row);
    }
    return this.#entries;
  }

  putOwn(row: Record<string, unknown>): void {
    this.#own.push(row);
  }

  put(row: Record<string, unknown>): void {
    const key = keyText(keyOf(this.table, row));
    const entry = this.entries.get(key);
    if (entry) {
      entry.row = row;
      entry.changed = true;
    } else {
      this.entries.set(key, { row, changed: true, isNew: this.all || this.asked.has(key) || undefined });
    }
  }

  changes(): TableChanges {
    const changes = {
      table: this.table,
      added: [] as Record<string, unknown>[],
      notLookedUp: [] as Record<string, unknown>[],
      changed: [] as Record<string, unknown>[],
      removed: [] as Key[],
    };
    // Only own rows: nothing else has their keys, and none was looked up.
    if (this.#entries.size === 0 && (this.all || this.asked.size === 0))
      (this.all ? changes.added : changes.notLookedUp).push(...this.#own);
    else if (this.#own.length > 0) void this.entries;
    for (const { key, row, changed, isNew } of this.#entries.values()) {
      if (!changed) continue;
      if (!row) changes.removed.push(key!);
      else if (isNew === undefined) changes.notLookedUp.push(row);
      else (isNew ? changes.added : changes.changed).push(row);
    }
    return changes;
  }
}

/** The rows of one read model and one tenant while a page is folded. */
export class PageRows implements FoldRows {
  readonly #tables = new Map<AnyTable, TableRows>();
  /** The tenant has no rows yet, so there is nothing to load. */
  readonly isEmpty: boolean;

  constructor(isEmpty = false) {
    this.isEmpty = isEmpty;
  }

  /** Takes the loaded rows of a need. Requested rows that are missing do not exist. */
  load(need: Need, rows: readonly Record<string, unknown>[]): void {
    const known = this.#of(need.table);
    if (need.keys === 'ALL') known.all = true;
    else for (const key of need.keys) known.asked.add(keyText(key));
    for (const row of rows) known.entries.set(keyText(keyOf(known.table, row)), { row, changed: false, isNew: false });
  }

  get<Row extends object>(table: Table<Row>, ...key: Key): Row | undefined {
    const known = this.#of(table);
    const text = keyText(key);
    const entry = known.entries.get(text);
    if (entry) return entry.row as Row | undefined;
    if (known.all || known.asked.has(text)) return undefined;
    throw new Error(
      `Row ${key.join('/')} of ${table.name} is neither its stream's own nor among what the read model reads`,
    );
  }

  all<Row extends object>(table: Table<Row>): readonly Row[] {
    const known = this.#of(table);
    if (!known.all) throw new Error(`All rows of ${table.name} are not among what the read model reads`);
    const rows: Row[] = [];
    for (const { row } of known.entries.values()) if (row) rows.push(row as Row);
    return rows;
  }

  put<Row extends object>(table: Table<Row>, row: Row): void {
    this.#of(table).put(row as Record<string, unknown>);
  }

  putOwn<Row extends object>(table: Table<Row>, row: Row): void {
    this.#of(table).putOwn(row as Record<string, unknown>);
  }

  remove<Row extends object>(table: Table<Row>, ...key: Key): void {
    this.#of(table).entries.set(keyText(key), { key, row: undefined, changed: true, isNew: false });
  }

  changes(): TableChanges[] {
    return [...this.#tables.values()]
      .map((rows) => rows.changes())
      .filter(
        ({ added, notLookedUp, changed, removed }) =>
          added.length + notLookedUp.length + changed.length + removed.length > 0,
      );
  }

  #of(table: AnyTable): TableRows {
    let known = this.#tables.get(table);
    if (!known) this.#tables.set(table, (known = new TableRows(table, this.isEmpty)));
    return known;
  }
}
