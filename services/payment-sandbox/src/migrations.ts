import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

/** What the provider that moves no money keeps: a schema that its own role alone reads. */
export const paymentSandboxMigrations: readonly Migration[] = ['payment-sandbox', 'webhook-events'].map((file) => ({
  name: `payment-sandbox/sql/${file}`,
  sql: readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8'),
}));
