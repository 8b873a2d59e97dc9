import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

// Databases hold the names: a file may be moved, and its step keeps its name.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

/** Tables that the API writes and the reactors read: the outbox, webhooks and exports to Kafka. They follow the log's. */
export const sharedMigrations: readonly Migration[] = [
  step('event-store/outbox', './sql/outbox.sql'),
  step('event-store/webhooks', './sql/webhooks.sql'),
  step('event-store/kafka-exports', './sql/kafka-exports.sql'),
];
