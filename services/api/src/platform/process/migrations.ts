import { readFileSync } from 'node:fs';
import type { Migration } from '@plimsoll/postgres/migrate';

// Databases store these names: when a file moves, its step keeps its name.
const step = (name: string, file: string): Migration => ({
  name,
  sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

/**
 * Migrations of the API's ordinary tables, for data that must never be an event. They run after those of the log and
 * the read models.
 */
export const apiMigrations: readonly Migration[] = [
  step('api/identity/sql/password-credentials', '../../identity/sql/password-credentials.sql'),
  step('api/identity/sql/sessions', '../../identity/sql/sessions.sql'),
  step('api/identity/sql/sign-in-failures', '../../identity/sql/sign-in-failures.sql'),
  step('api/identity/sql/device-keys', '../../identity/sql/device-keys.sql'),
  step('api/identity/sql/destroy-device-keys', '../../identity/sql/destroy-device-keys.sql'),
  step('api/identity/sql/sign-ups', '../../identity/sql/sign-ups.sql'),
  step('api/identity/sql/password-resets', '../../identity/sql/password-resets.sql'),
  step('api/identity/sql/address-calls', '../../identity/sql/address-calls.sql'),
  step('api/identity/sql/pending-addresses', '../../identity/sql/pending-addresses.sql'),
  step('api/pictures/sql/pictures', '../../pictures/sql/pictures.sql'),
  step('api/identity/sql/session-beginnings', '../../identity/sql/session-beginnings.sql'),
  step('api/identity/sql/second-factors', '../../identity/sql/second-factors.sql'),
  step('api/identity/sql/sign-ups-of-accounts', '../../identity/sql/sign-ups-of-accounts.sql'),
  step('api/staff/sql/staff-accesses', '../../staff/sql/staff-accesses.sql'),
  step('api/single-sign-on/sql/single-sign-on', '../../single-sign-on/sql/single-sign-on.sql'),
  step('api/attachments/sql/attachment-files', '../../attachments/sql/attachment-files.sql'),
  step('api/integration/sql/api-key-hashes', '../../integration/sql/api-key-hashes.sql'),
  step('api/audit/sql/accesses', '../../audit/sql/accesses.sql'),
  step('api/audit/sql/audit-bundles', '../../audit/sql/audit-bundles.sql'),
  step('api/audit/sql/accesses-of-days', '../../audit/sql/accesses-of-days.sql'),
  step('api/imports/sql/incident-imports', '../../imports/sql/incident-imports.sql'),
  step('api/auditors/sql/auditor-grants', '../../auditors/sql/auditor-grants.sql'),
  step('api/billing/sql/payment-webhooks', '../../billing/provider/sql/payment-webhooks.sql'),
  step('api/staff/sql/refused-calls', '../../staff/sql/refused-calls.sql'),
  step('api/identity/sql/public-requests', '../../identity/sql/public-requests.sql'),
  step('api/identity/sql/organization-device-keys', '../../identity/sql/organization-device-keys.sql'),
  step('api/single-sign-on/sql/sso-failed-tries', '../../single-sign-on/sql/sso-failed-tries.sql'),
  step('api/imports/sql/incident-import-reading', '../../imports/sql/incident-import-reading.sql'),
  step('api/notifications/sql/news-seen', '../../notifications/sql/news-seen.sql'),
];
