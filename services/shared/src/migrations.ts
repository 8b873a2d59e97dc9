import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

// Databases store the name of each step. A file may move; its step's name must not change.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

/** Migrations of tables that the API and the reactors share: outbox, webhooks, Kafka exports, mails of
 * alarms. They follow the log's. */
export const sharedMigrations: readonly Migration[] = [
  step('event-store/outbox', './sql/outbox.sql'),
  step('event-store/webhooks', './sql/webhooks.sql'),
  step('event-store/kafka-exports', './sql/kafka-exports.sql'),
  step('shared/forget-webhook-answers', './sql/forget-webhook-answers.sql'),
  step('shared/webhook-answer-times', './sql/webhook-answer-times.sql'),
  step('shared/alarm-mails', './sql/alarm-mails.sql'),
];
