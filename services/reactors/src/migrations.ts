import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

const read = (file: string): string => readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8');
const step = (file: string): Migration => ({ name: `reactors/${file}`, sql: read(file) });

/** What reactors keep; they come after the log and the read models. The jobs' tables are those that the library plans, as it planned them for this step. */
export const reactorMigrations: readonly Migration[] = [
  step('following/sql/reactors'),
  {
    name: 'reactors/jobs/sql/pg-boss',
    sql: [read('jobs/sql/jobs-schema'), read('jobs/sql/pg-boss'), read('jobs/sql/jobs-roles')].join('\n'),
  },
  step('mail/sql/mail-marks'),
  step('mail/sql/mailbox'),
];
