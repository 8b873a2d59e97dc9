/**
 * The 23 permissions in the specification's order (part 1, section 6); the place in this list is the bit in a token.
 * The order never changes; new ones are added at the end.
 */
export const permissions = [
  'ALWAYS_MODIFY_EVENTS',
  'APPROVE_EVENTS',
  'ASSIGN_SELF_EVENT_APPROVE',
  'ASSIGN_SELF_EVENT_REVIEW',
  'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS',
  'CREATE_EVENTS_ON_OTHERS_BEHALF',
  'MODIFY_EVENTS_ON_OTHERS_BEHALF',
  'REMOVE_ORGANIZATION_MEMBERS',
  'REVIEW_EVENTS',
  'UPDATE_ORGANIZATION',
  'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES',
  'UPDATE_ORGANIZATION_MEMBER',
  'UPDATE_ORGANIZATION_MEMBER_ROLES',
  'VIEW_ORGANIZATION_INVITATIONS',
  'VIEW_ORGANIZATION_MEMBER_ROLES',
  'SEE_INJURY_DATA',
  'VIEW_AND_SET_MONTHLY_METRICS',
  'VIEW_AND_MANAGE_BILLING_SUBSCRIPTION',
  'MANAGE_WORKSITE_LOCATIONS',
  'MANAGE_REPORTING_GROUPS',
  'DOWNLOAD_CSV_EVENTS',
  'VIEW_OTHER_USERS_EVENTS',
  'CREATE_AND_MANAGE_EVENT_FORMS',
] as const;

export type Permission = (typeof permissions)[number];

export const allPermissions: ReadonlySet<Permission> = new Set(permissions);

/** The permissions among names of an event; names that only a later version knows are ignored. */
export const knownPermissions = (names: readonly string[]): Permission[] =>
  names.filter((name): name is Permission => (allPermissions as ReadonlySet<string>).has(name));

/** Who acts or looks, in one organization. Admins hold every permission. */
export interface PermissionHolder {
  readonly userGuid: string;
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<Permission>;
}

export const holds = (holder: Pick<PermissionHolder, 'isAdmin' | 'permissions'>, permission: Permission): boolean =>
  holder.isAdmin || holder.permissions.has(permission);

/** The permissions in exactly one of the two sets. */
export const differing = (one: ReadonlySet<Permission>, other: ReadonlySet<Permission>): Permission[] =>
  permissions.filter((permission) => one.has(permission) !== other.has(permission));

/** Whether a user may change another's permissions from one set to the other: nobody gives or takes what they lack. */
export function mayTurn(
  actor: Pick<PermissionHolder, 'isAdmin' | 'permissions'>,
  before: ReadonlySet<Permission>,
  after: ReadonlySet<Permission>,
): boolean {
  return differing(before, after).every((permission) => holds(actor, permission));
}

/** What a manager holds as shipped (items 2, 4, 6, 7, 9, 14, 15, 16, 17, 21, 22). An organization may change it. */
export const managerPermissions: ReadonlySet<Permission> = new Set(
  [2, 4, 6, 7, 9, 14, 15, 16, 17, 21, 22].map((item) => permissions[item - 1]!),
);

/** What a standard member holds as shipped. */
export const standardPermissions: ReadonlySet<Permission> = new Set();

/** Gives `"23:7fffff"`: how many permissions there are, then their bits in hex; the least significant bit is item 1. */
export function encodePermissions(held: ReadonlySet<Permission>): string {
  const bits = permissions.reduce((sum, permission, bit) => (held.has(permission) ? sum + 2 ** bit : sum), 0);
  return `${permissions.length}:${bits.toString(16).padStart(Math.ceil(permissions.length / 4), '0')}`;
}

/**
 * Takes `"23:31e16a"` and gives the permissions that it holds. Bits beyond the ones known here are ignored, so that a
 * newer token can be read. Throws a RangeError for text of another form.
 */
export function decodePermissions(encoded: string): ReadonlySet<Permission> {
  const parts = /^(\d{1,3}):([0-9a-f]{1,64})$/.exec(encoded);
  if (!parts) throw new RangeError('Permissions: count, colon, hexadecimal bits');
  const bits = BigInt(`0x${parts[2]}`);
  return new Set(permissions.filter((_, bit) => bit < Number(parts[1]) && (bits >> BigInt(bit)) & 1n));
}
