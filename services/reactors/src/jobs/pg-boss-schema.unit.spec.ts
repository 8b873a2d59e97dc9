import { readFileSync } from 'node:fs';
import { getConstructionPlans } from 'pg-boss';

const committed = readFileSync(new URL('./sql/pg-boss.sql', import.meta.url), 'utf8');

/**
 * The schema that pg-boss generates, without its transaction (a migration has one) and without the tables of statistics
 * that are disabled.
 */
function planned(): string {
  const whole = getConstructionPlans('jobs', { createSchema: false });
  const inner = whole
    .replace(
      /^\s*BEGIN;\s*SET LOCAL lock_timeout[^;]*;\s*SET LOCAL idle_in_transaction_session_timeout[^;]*;\s*SELECT pg_advisory_xact_lock\([^;]*;\s*;?/,
      '',
    )
    .replace(/\s*COMMIT;\s*$/, '\n');
  return inner.replace(/\n\s*DO \$\$\s+DECLARE\s+d date;[\s\S]*?END;\s+\$\$\s*;/, '');
}

const lines = (sql: string): string[] =>
  sql
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

test('the migration matches the schema of the installed pg-boss; a newer version needs its own migration', () => {
  expect(lines(committed)).toEqual(lines(planned()));
});
