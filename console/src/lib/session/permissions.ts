import { allPermissions, decodePermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';

export type { Permission };

/** What somebody may do, from the text in the startup answer or a token ("23:7fffff"); admins may everything. */
export function heldPermissions(encoded: string, isAdmin: boolean): ReadonlySet<Permission> {
  return isAdmin ? allPermissions : decodePermissions(encoded);
}
