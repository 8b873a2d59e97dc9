import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
// Databases hold the names: a file may be moved, and its step keeps its name.
const step = (name: string, ...files: string[]): Migration => ({ name, sql: files.map(read).join('\n') });

/** What reactors keep; they come after the log and the read models. The jobs' tables are those that the library plans, as it planned them for this step. */
export const reactorMigrations: readonly Migration[] = [
  step('reactors/following/sql/reactors', './runner/sql/reactors.sql'),
  step(
    'reactors/jobs/sql/pg-boss',
    './jobs/sql/jobs-schema.sql',
    './jobs/sql/pg-boss.sql',
    './jobs/sql/jobs-roles.sql',
  ),
  step('reactors/mail/sql/mail-marks', './mail/sql/mail-marks.sql'),
  step('reactors/mail/sql/mailbox', './mail/sql/mailbox.sql'),
];
