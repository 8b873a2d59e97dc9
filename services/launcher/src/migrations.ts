import { apiMigrations } from '@plimsoll/api/platform/process/migrations';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { paymentSandboxMigrations } from '@plimsoll/payment-sandbox/migrations';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import { sharedMigrations } from '@plimsoll/shared/migrations';
import { projections } from '@plimsoll/projections/platform/projections';
import type { Migration } from '@plimsoll/postgres/migrate';
import { reactorMigrations } from '@plimsoll/reactors/migrations';

/** Everything that the product keeps in PostgreSQL, from the room at the bottom upwards. */
export const allMigrations: readonly Migration[] = [
  ...eventStoreMigrations,
  ...sharedMigrations,
  ...projectionMigrations,
  ...reactorMigrations,
  ...apiMigrations,
  ...paymentSandboxMigrations,
];

/** What earlier versions ran and this one does not have any more, besides earlier versions of read models. Whatever else is not known was run by a newer version. */
const retired: readonly string[] = ['projections/incident-history@1'];

export function isRetired(name: string): boolean {
  const [, readModel, version] = /^projections\/([a-z-]+)@(\d+)$/.exec(name) ?? [];
  return retired.includes(name) || projections.some((one) => one.name === readModel && one.version > Number(version));
}
