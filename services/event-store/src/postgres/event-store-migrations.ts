import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';
import { postgresMigrations } from '@plimsoll/postgres/postgres-migrations';

// Databases store the names: a file may move, but its migration keeps its name.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});
const repeatable = (name: string, file: string): Migration => ({ ...step(name, file), repeatable: true });

/** Step that a database ran when it came to a version that reserves all names. */
export const RESERVATIONS_VERIFIED = 'event-store/reservations-verified';

/**
 * Migrations of the roles and helpers that every package uses, then of the log, in order of dependency. Append new
 * ones; never change old ones.
 */
export const eventStoreMigrations: readonly Migration[] = [
  ...postgresMigrations,
  step('event-store/tenant-heads', './sql/tenant-heads.sql'),
  step('event-store/number-series', './sql/number-series.sql'),
  step('event-store/events', './sql/events.sql'),
  step('event-store/reservations', './sql/reservations.sql'),
  step('event-store/subject-keys', './sql/subject-keys.sql'),
  step('event-store/log-checkpoints', './sql/log-checkpoints.sql'),
  step('event-store/events-by-revision', './sql/events-by-revision.sql'),
  step('event-store/keyed-fingerprints', './sql/keyed-fingerprints.sql'),
  step('event-store/organization-lists', './sql/organization-lists.sql'),
  step('event-store/installation', './sql/installation.sql'),
  step('event-store/checkpoint-keys', './sql/checkpoint-keys.sql'),
  step('event-store/numbers-in-heads', './sql/numbers-in-heads.sql'),
  step(RESERVATIONS_VERIFIED, './sql/reservations-verified.sql'),
  repeatable('event-store/open-tenants', './sql/open-tenants.sql'),
  repeatable('event-store/append-events', './sql/append-events.sql'),
  repeatable('event-store/load-streams', './sql/load-streams.sql'),
  repeatable('event-store/read-page', './sql/read-page.sql'),
  repeatable('event-store/read-pages', './sql/read-pages.sql'),
  repeatable('event-store/position-at', './sql/position-at.sql'),
  repeatable('event-store/read-subject-keys', './sql/read-subject-keys.sql'),
  repeatable('event-store/erase-subject', './sql/erase-subject.sql'),
  repeatable('event-store/log-tenants', './sql/log-tenants.sql'),
];
