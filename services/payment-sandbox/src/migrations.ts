import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

// Databases store the names: moving a file must not change the name of its migration.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

/** Migrations of the sandbox's schema, which only its own role can read. */
export const paymentSandboxMigrations: readonly Migration[] = [
  step('payment-sandbox/sql/payment-sandbox', './sql/payment-sandbox.sql'),
  step('payment-sandbox/sql/webhook-events', './sql/webhook-events.sql'),
];
