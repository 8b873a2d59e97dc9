import { readFileSync } from 'node:fs';
import { getConstructionPlans } from 'pg-boss';

const kept = readFileSync(new URL('./sql/pg-boss.sql', import.meta.url), 'utf8');

/** What the library plans, without its own transaction (a migration has one) and without the daily tables of a statistic that is off. */
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

test("the jobs' tables are those that the library of this version plans: a newer one needs a migration of its own", () => {
  expect(lines(kept)).toEqual(lines(planned()));
});
