import { userGroups, type UserGroup } from '@plimsoll/contracts/organizations/features';
import {
  knownPermissions,
  managerPermissions,
  standardPermissions,
  type Permission,
} from '@plimsoll/contracts/permissions/permissions';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import { PageRows } from '../../runner/follow/page-rows.ts';
import { memberList, userGroupTable, type UserGroupRow } from './project.ts';

/** The permissions that each user group grants its members in an organization. */
export type GroupPermissions = Readonly<Record<UserGroup, ReadonlySet<Permission>>>;

export const shippedPermissions: GroupPermissions = { Manager: managerPermissions, Standard: standardPermissions };

/** No permissions while a group is unreadable: one may have been revoked. */
const unreadable: GroupPermissions = { Manager: new Set(), Standard: new Set() };

export type TenantGroupRow = UserGroupRow & { readonly tenant: string };

/** Reads the changed groups of the organizations in scope. */
export const changedGroups: ReadStatement = {
  name: 'user groups',
  text: `select * from ${userGroupTable} where tenant = any ((select named_tenants())::uuid[])`,
};

/**
 * Returns the permissions of an organization's groups, as changed or as shipped. Groups with a parked stream are folded
 * from the log; if that fails, no group grants anything.
 * @param parked the parked streams of its groups.
 */
export async function groupPermissionsOf(
  reader: ReadModelReader,
  tenant: string,
  rows: readonly UserGroupRow[],
  parked: readonly string[],
): Promise<GroupPermissions> {
  const settled = await Promise.all(parked.map((stream) => groupFromLog(reader, tenant, stream)));
  if (settled.includes(undefined)) return unreadable;
  const changed = new Map(
    [...rows, ...(settled as UserGroupRow[])].map((row) => [
      row.user_group,
      new Set(knownPermissions(row.permissions)),
    ]),
  );
  return Object.fromEntries(
    userGroups.map((group) => [group, changed.get(group) ?? shippedPermissions[group]]),
  ) as unknown as GroupPermissions;
}

async function groupFromLog(
  { log }: ReadModelReader,
  tenant: string,
  stream: string,
): Promise<UserGroupRow | undefined> {
  const loaded = await log?.load(tenant, { kind: 'user-group', guid: stream });
  if (loaded?.status !== 'loaded' || loaded.events.some(({ unreadable: why }) => why !== undefined)) return undefined;
  const rows = new PageRows(true);
  try {
    memberList.project(loaded.events, rows);
  } catch {
    return undefined;
  }
  return rows.all(userGroupTable)[0];
}
