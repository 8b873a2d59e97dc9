import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';
import { postgresMigrations } from '@plimsoll/postgres/postgres-migrations';

const read = (file: string) => readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8');

const step = (file: string): Migration => ({ name: `event-store/${file}`, sql: read(file) });
const repeatable = (file: string): Migration => ({ ...step(file), repeatable: true });

/** What every room stands on, then the log's tables and functions, in the order in which they need each other. New steps are added; old ones stay as they are. */
export const eventStoreMigrations: readonly Migration[] = [
  ...postgresMigrations,
  step('tenant-heads'),
  step('number-series'),
  step('events'),
  step('reservations'),
  step('subject-keys'),
  step('log-checkpoints'),
  step('events-by-revision'),
  step('keyed-fingerprints'),
  step('organization-lists'),
  step('installation'),
  step('checkpoint-keys'),
  step('numbers-in-heads'),
  step('outbox'),
  step('webhooks'),
  step('kafka-exports'),
  repeatable('open-tenants'),
  repeatable('append-events'),
  repeatable('load-streams'),
  repeatable('read-page'),
  repeatable('read-pages'),
  repeatable('position-at'),
  repeatable('read-subject-keys'),
  repeatable('erase-subject'),
  repeatable('log-tenants'),
];
