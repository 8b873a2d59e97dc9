import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
// Databases store the name of each step. A file may move; its step's name must not change.
const step = (name: string, ...files: string[]): Migration => ({ name, sql: files.map(read).join('\n') });

/**
 * The reactors' migrations, after those of the log and the read models. pg-boss.sql is what the library generated for
 * its schema version.
 */
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
