import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

const step = (file: string): Migration => ({
  name: `api/${file}`,
  sql: readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8'),
});

/** The ordinary tables of the API: what must never be an event. They come after the log's and the read models'. */
export const apiMigrations: readonly Migration[] = [
  step('identity/sql/password-credentials'),
  step('identity/sql/sessions'),
  step('identity/sql/sign-in-failures'),
  step('identity/sql/device-keys'),
  step('identity/sql/destroy-device-keys'),
  step('identity/sql/sign-ups'),
  step('identity/sql/password-resets'),
  step('identity/sql/address-calls'),
  step('identity/sql/pending-addresses'),
  step('pictures/sql/pictures'),
  step('identity/sql/session-beginnings'),
  step('identity/sql/second-factors'),
  step('identity/sql/sign-ups-of-accounts'),
  step('staff/sql/staff-accesses'),
  step('single-sign-on/sql/single-sign-on'),
  step('attachments/sql/attachment-files'),
  step('integration/sql/api-key-hashes'),
  step('audit/sql/accesses'),
  step('audit/sql/audit-bundles'),
  step('audit/sql/accesses-of-days'),
  step('imports/sql/incident-imports'),
  step('auditors/sql/auditor-grants'),
  step('billing/sql/payment-webhooks'),
];
