import { readFileSync } from 'node:fs';
import type { Migration } from './migrate.ts';

// Databases store the names: moving a file must not change the name of its migration.
const repeatable = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
  repeatable: true,
});

/** Creates the roles, and the function that returns the tenant to policies: every other package's tables need them. */
export const postgresMigrations: readonly Migration[] = [
  repeatable('postgres/roles', './sql/roles.sql'),
  repeatable('postgres/current-tenant', './sql/current-tenant.sql'),
];
