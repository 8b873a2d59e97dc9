import type { ReadModel } from './read-model.ts';
import type { AnyTable, Table } from './table.ts';

/** One set of a read model's tables: that of its version, or one that a rebuild filled beside it (`generation` above 1). */
export interface ReadModelSet {
  readonly readModel: string;
  readonly version: number;
  readonly generation: number;
}

/** What the set's checkpoint is called: `incident-list@1`, after rebuilds `incident-list@1.2`. */
export const setName = ({ readModel, version, generation }: ReadModelSet): string =>
  `${readModel}@${version}${generation > 1 ? `.${generation}` : ''}`;

/** What a table is called in a set. */
export const tableName = (
  { name }: AnyTable,
  { version, generation }: Pick<ReadModelSet, 'version' | 'generation'>,
): string => `${name}_v${version}${generation > 1 ? `_g${generation}` : ''}`;

/** The set with which a version begins. */
export const firstSet = ({ name, version }: Pick<ReadModel, 'name' | 'version'>): ReadModelSet => ({
  readModel: name,
  version,
  generation: 1,
});

/** A read model that is folded into one set of its tables. */
export interface Projection extends Omit<ReadModel, 'name' | 'tables'> {
  /** The set's. */
  readonly name: string;
  readonly set: ReadModelSet;
  readonly tables: readonly AnyTable[];
  /** The table of the set for one that the read model declared. */
  tableOf(table: AnyTable): AnyTable;
}

export function projectInto(readModel: ReadModel, set: ReadModelSet): Projection {
  const tables = new Map<AnyTable, AnyTable>(
    readModel.tables.map((table: Table<object>) => [
      table,
      { name: tableName(table, set), key: table.key, columns: table.columns },
    ]),
  );
  return {
    name: setName(set),
    set,
    version: readModel.version,
    isAboutRights: readModel.isAboutRights,
    eventTypes: readModel.eventTypes,
    tables: [...tables.values()],
    tableOf: (table) => tables.get(table)!,
    needs: (events) => readModel.needs(events),
    project: (events, rows) => readModel.project(events, rows),
  };
}
