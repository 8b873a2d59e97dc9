import type { ReadModel } from './read-model.ts';
import type { AnyTable, Table } from './table.ts';

/** One set of a read model's tables: that of its version, or one that a rebuild filled beside it (`generation` above 1). */
export interface Generation {
  readonly readModel: string;
  readonly version: number;
  readonly generation: number;
}

/** What the set's checkpoint is called: `incident-list@1`, after rebuilds `incident-list@1.2`. */
export const generationName = ({ readModel, version, generation }: Generation): string =>
  `${readModel}@${version}${generation > 1 ? `.${generation}` : ''}`;

/** What a table is called in a set. */
export const tableName = (
  { name }: AnyTable,
  { version, generation }: Pick<Generation, 'version' | 'generation'>,
): string => `${name}_v${version}${generation > 1 ? `_g${generation}` : ''}`;

/** The set with which a version begins. */
export const firstSet = ({ name, version }: Pick<ReadModel, 'name' | 'version'>): Generation => ({
  readModel: name,
  version,
  generation: 1,
});

/** A read model that is folded into one set of its tables. */
export interface Projection extends Omit<ReadModel, 'name' | 'tables'> {
  /** The set's. */
  readonly name: string;
  readonly generation: Generation;
  readonly tables: readonly AnyTable[];
  /** The table of the set for one that the read model declared. */
  tableOf(table: AnyTable): AnyTable;
}

export function projectInto(readModel: ReadModel, generation: Generation): Projection {
  const tables = new Map<AnyTable, AnyTable>(
    readModel.tables.map((table: Table<object>) => [
      table,
      { name: tableName(table, generation), key: table.key, columns: table.columns },
    ]),
  );
  return {
    name: generationName(generation),
    generation,
    version: readModel.version,
    priority: readModel.priority,
    eventTypes: readModel.eventTypes,
    tables: [...tables.values()],
    tableOf: (table) => tables.get(table)!,
    needs: (events) => readModel.needs(events),
    project: (events, rows) => readModel.project(events, rows),
  };
}
