import { readFileSync } from 'node:fs';
import type { Migration } from './migrate.ts';

const read = (file: string) => readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8');

const step = (file: string): Migration => ({ name: `event-store/${file}`, sql: read(file) });
const repeatable = (file: string): Migration => ({ ...step(file), repeatable: true });

/** The log's tables and functions, in the order in which they need each other. New steps are added; old ones stay as they are. */
export const eventStoreMigrations: readonly Migration[] = [
  repeatable('roles'),
  repeatable('current-tenant'),
  step('tenant-heads'),
  step('events'),
  step('reservations'),
  step('subject-keys'),
  step('subject-keys-by-stream'),
  step('log-checkpoints'),
  repeatable('open-tenants'),
  repeatable('append-events'),
  repeatable('load-streams'),
  repeatable('read-page'),
  repeatable('read-pages'),
  repeatable('read-subject-keys'),
  repeatable('erase-subject'),
];
