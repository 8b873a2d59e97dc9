import { createHash } from 'node:crypto';
import type { ReadStatement } from './query-as-tenant.ts';
import { generationName, tableName, type Generation } from '../runner/tables/generation.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { GENERATION_NAMES, TABLE_NAMES } from '../runner/tables/table.ts';

const MAX_STATEMENTS = 2_000;

/** The generation of each read model that queries use, and its table names. */
export class ActiveGenerations {
  readonly #sets: ReadonlyMap<string, Generation>;
  readonly #tables = new Map<string, { readonly name: string; readonly isFirst: boolean }>();
  readonly #statements = new Map<string, { readonly text: string; readonly end: string }>();

  constructor(readModels: readonly ReadModel[], sets: ReadonlyMap<string, Generation>) {
    this.#sets = sets;
    for (const { name, version, tables } of readModels) {
      const generation = sets.get(name);
      if (generation?.version !== version) continue;
      for (const table of tables)
        this.#tables.set(table.name, {
          name: tableName(table, generation),
          isFirst: generation.generation === 1 && version === 1,
        });
    }
  }

  /** Returns the checkpoint name of a read model's active generation. */
  nameOf(readModel: string): string {
    const generation = this.#sets.get(readModel);
    if (!generation) throw new Error(`No set of tables of ${readModel} stands in this database`);
    return generationName(generation);
  }

  /**
   * Replaces declared table names by those of the active generations. The statement's name gets a suffix unless all are
   * first generations.
   */
  statement({ name, text, values }: ReadStatement): ReadStatement {
    const known = this.#statements.get(text) ?? this.#fill(text);
    return { ...(name && { name: name + known.end }), text: known.text, ...(values && { values }) };
  }

  #fill(text: string): { readonly text: string; readonly end: string } {
    const others = new Set<string>();
    const filled = text
      .replaceAll(TABLE_NAMES, (_, table: string) => {
        const found = this.#tables.get(table);
        if (!found) throw new Error(`No read model that answers has a table ${table}`);
        if (!found.isFirst) others.add(found.name);
        return found.name;
      })
      .replaceAll(GENERATION_NAMES, (_, readModel: string) => {
        const name = this.nameOf(readModel);
        if (name !== `${readModel}@1`) others.add(name);
        return `'${name}'`;
      });
    // PostgreSQL distinguishes prepared statements by the first 63 bytes of their names.
    const end =
      others.size === 0
        ? ''
        : ` ${createHash('sha256')
            .update([...others].join())
            .digest('hex')
            .slice(0, 8)}`;
    const made = { text: filled, end };
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(text, made);
    return made;
  }
}
