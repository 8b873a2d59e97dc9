import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

// Databases hold the names: a file may be moved, and its step keeps its name.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

/** What the provider that moves no money keeps: a schema that its own role alone reads. */
export const paymentSandboxMigrations: readonly Migration[] = [
  step('payment-sandbox/sql/payment-sandbox', './sql/payment-sandbox.sql'),
  step('payment-sandbox/sql/webhook-events', './sql/webhook-events.sql'),
];
