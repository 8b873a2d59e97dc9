import type { ReadModel } from './read-model.ts';
import type { AnyTable, Table } from './table.ts';

/**
 * One set of a read model's tables: that of its version, or one that a rebuild filled next to it (`generation` above
 * 1).
 */
export interface Generation {
  readonly readModel: string;
  readonly version: number;
  readonly generation: number;
}

/** Names a generation, as its checkpoints do: `incident-list@1`, after rebuilds `incident-list@1.2`. */
export const generationName = ({ readModel, version, generation }: Generation): string =>
  `${readModel}@${version}${generation > 1 ? `.${generation}` : ''}`;

/** Names a table of a generation. */
export const tableName = (
  { name }: AnyTable,
  { version, generation }: Pick<Generation, 'version' | 'generation'>,
): string => `${name}_v${version}${generation > 1 ? `_g${generation}` : ''}`;

/** Returns the first generation of a read model's version. */
export const firstGeneration = ({ name, version }: Pick<ReadModel, 'name' | 'version'>): Generation => ({
  readModel: name,
  version,
  generation: 1,
});

/** A read model bound to the tables of one generation. */
export interface Projection extends Omit<ReadModel, 'name' | 'tables'> {
  /** The generation's name. */
  readonly name: string;
  readonly generation: Generation;
  readonly tables: readonly AnyTable[];
  /** Returns the generation's table for a declared one. */
  tableOf(table: AnyTable): AnyTable;
}

/** Binds a read model to the tables of a generation. */
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
