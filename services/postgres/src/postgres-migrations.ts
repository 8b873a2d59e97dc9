import { readFileSync } from 'node:fs';
import type { Migration } from './migrate.ts';

// Databases hold the names: a file may be moved, and its step keeps its name.
const repeatable = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
  repeatable: true,
});

/** The roles, and the function that policies ask for the tenant: what the tables of every other room stand on. */
export const postgresMigrations: readonly Migration[] = [
  repeatable('postgres/roles', './sql/roles.sql'),
  repeatable('postgres/current-tenant', './sql/current-tenant.sql'),
];
