import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';
import { projections } from './projections.ts';
import { firstSet, setName, tableName } from './runner/projection.ts';
import type { ReadModel } from './runner/read-model.ts';
import { registration } from './runner/standing-sets.ts';
import { wholeDdl } from './runner/table-ddl.ts';

const runner = (file: string) => ({
  name: `projections/runner/${file}`,
  sql: readFileSync(new URL(`./runner/sql/${file}.sql`, import.meta.url), 'utf8'),
});

/** Makes the tables of a read model's version. A read model that is new answers at once; a new version of one stands beside the old until it is switched to. */
export function readModelMigration(readModel: ReadModel): Migration {
  const set = firstSet(readModel);
  const name = setName(set);
  return {
    name: `projections/${name}`,
    sql: [
      ...readModel.tables.map((table) => wholeDdl(table, tableName(table, set))),
      registration(readModel, set, 'STANDING'),
      `insert into read_models (name, answers) values ('${readModel.name}', '${name}') on conflict (name) do nothing;\n`,
    ].join(';\n\n'),
  };
}

/** The tables of the runner and of every read model; they come after the log's. */
export const projectionMigrations: readonly Migration[] = [
  { ...runner('read-model-roles'), repeatable: true },
  runner('projection-checkpoints'),
  runner('read-model-sets'),
  { ...runner('read-model-tenants'), repeatable: true },
  ...projections.map(readModelMigration),
  runner('without-incident-history'),
  runner('passed-over'),
];
