import { apiMigrations } from '@plimsoll/api/migrations';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { projectionMigrations } from '@plimsoll/projections/migrations';
import type { Migration } from '@plimsoll/postgres/migrate';

/** Everything that the product keeps in PostgreSQL, from the room at the bottom upwards. */
export const allMigrations: readonly Migration[] = [...eventStoreMigrations, ...projectionMigrations, ...apiMigrations];

/** What earlier versions ran and this one does not have any more. Whatever else stands in a database and is not known was run by a newer version. */
export const retiredMigrations: readonly string[] = [];
