import { readFileSync } from 'node:fs';
import type { Migration } from './migrate.ts';

const repeatable = (file: string): Migration => ({
  name: `postgres/${file}`,
  sql: readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8'),
  repeatable: true,
});

/** The roles, and the function that policies ask for the tenant: what the tables of every other room stand on. */
export const postgresMigrations: readonly Migration[] = [repeatable('roles'), repeatable('current-tenant')];
