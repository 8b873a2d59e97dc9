import { apiMigrations } from '@plimsoll/api/platform/process/migrations';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { paymentSandboxMigrations } from '@plimsoll/payment-sandbox/migrations';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import { sharedMigrations } from '@plimsoll/shared/migrations';
import { projections } from '@plimsoll/projections/platform/projections';
import type { Migration } from '@plimsoll/postgres/migrate';
import { reactorMigrations } from '@plimsoll/reactors/migrations';

/** All migrations of the product, lowest package first. */
export const allMigrations: readonly Migration[] = [
  ...eventStoreMigrations,
  ...sharedMigrations,
  ...projectionMigrations,
  ...reactorMigrations,
  ...apiMigrations,
  ...paymentSandboxMigrations,
];

/**
 * Migrations of earlier versions that no longer exist, apart from earlier versions of read models. Any other unknown
 * migration was run by a newer version.
 */
const retired: readonly string[] = ['projections/incident-history@1'];

export function isRetired(name: string): boolean {
  const [, readModel, version] = /^projections\/([a-z-]+)@(\d+)$/.exec(name) ?? [];
  return retired.includes(name) || projections.some((one) => one.name === readModel && one.version > Number(version));
}
