import { allPermissions, decodePermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';

export type { Permission };

/** A member's permissions, from the encoded text in the startup answer or a token ("23:7fffff"); admins have all. */
export function heldPermissions(encoded: string, isAdmin: boolean): ReadonlySet<Permission> {
  return isAdmin ? allPermissions : decodePermissions(encoded);
}
