import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';
import { projections } from './projections.ts';
import { firstGeneration, generationName, tableName } from '../runner/tables/generation.ts';
import type { ReadModel } from '../runner/tables/read-model.ts';
import { registration } from '../runner/generations/followed-generations.ts';
import { wholeDdl } from '../runner/tables/table-ddl.ts';

// Databases store the names: a file may move, but its migration keeps its name.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});
const repeatable = (name: string, file: string): Migration => ({ ...step(name, file), repeatable: true });

/**
 * Creates the tables of a read model's version. A new read model is active at once; a new version of an existing one
 * stays inactive until it is switched to.
 */
export function readModelMigration(readModel: ReadModel): Migration {
  const generation = firstGeneration(readModel);
  const name = generationName(generation);
  return {
    name: `projections/${name}`,
    sql: [
      ...readModel.tables.map((table) => wholeDdl(table, tableName(table, generation))),
      registration(readModel, generation, 'STANDING'),
      `insert into read_models (name, answers) values ('${readModel.name}', '${name}') on conflict (name) do nothing;\n`,
    ].join(';\n\n'),
  };
}

/** Migrations of the runner's tables and of every read model. They run after the log's. */
export const projectionMigrations: readonly Migration[] = [
  repeatable('projections/runner/read-model-roles', '../runner/sql/read-model-roles.sql'),
  step('projections/runner/projection-checkpoints', '../runner/sql/projection-checkpoints.sql'),
  step('projections/runner/read-model-sets', '../runner/sql/read-model-sets.sql'),
  repeatable('projections/runner/read-model-tenants', '../runner/sql/read-model-tenants.sql'),
  ...projections.map(readModelMigration),
  step('projections/runner/without-incident-history', '../runner/sql/without-incident-history.sql'),
  step('projections/runner/passed-over', '../runner/sql/passed-over.sql'),
];
