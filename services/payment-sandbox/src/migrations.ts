import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

/** What the provider that moves no money keeps: a schema that its own role alone reads. */
export const paymentSandboxMigrations: readonly Migration[] = [
  { name: 'payment-sandbox/sql/payment-sandbox', sql: readFileSync(new URL('./sql/payment-sandbox.sql', import.meta.url), 'utf8') },
];
