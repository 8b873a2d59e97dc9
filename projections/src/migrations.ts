import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const runner = (file: string) => ({ name: `projections/runner/${file}`, sql: read(`./runner/sql/${file}.sql`) });

/** A read model's table. The name of the step has the version that the table has. */
const table = (folder: string) => ({ name: `projections/${folder}`, sql: read(`./${folder}/table.sql`) });

/** Which columns of a read model's table PostgreSQL looks at when it gathers statistics. */
const statistics = (folder: string) => ({ name: `projections/${folder}/statistics`, sql: read(`./${folder}/statistics.sql`) });

/** The tables of the runner and of every read model, in the order in which they need each other; they come after the log's. */
export const projectionMigrations: readonly { readonly name: string; readonly sql: string; readonly repeatable?: boolean }[] = [
  { ...runner('read-model-roles'), repeatable: true },
  runner('projection-checkpoints'),
  table('account'),
  table('member-list'),
  table('organization-settings'),
  table('incident-list'),
  table('incident-detail'),
  table('incident-history'),
  table('monthly-metrics'),
  table('load-lines'),
  table('frequency-chart'),
  table('notification-list'),
  { name: 'projections/incident-detail/storage', sql: read('./incident-detail/storage.sql') },
  ...['incident-list', 'incident-detail', 'incident-history', 'frequency-chart', 'notification-list'].map(statistics),
];
