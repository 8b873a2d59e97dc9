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

/** What the members of each group hold in an organization. */
export type GroupPermissions = Readonly<Record<UserGroup, ReadonlySet<Permission>>>;

export const shippedPermissions: GroupPermissions = { Manager: managerPermissions, Standard: standardPermissions };

/** Nothing, as long as nobody can say what it is: it may be a right that was taken away. */
const unreadable: GroupPermissions = { Manager: new Set(), Standard: new Set() };

export type TenantGroupRow = UserGroupRow & { readonly tenant: string };

/** What the organizations that the statement is about have changed. */
export const changedGroups: ReadStatement = {
  name: 'user groups',
  text: `select * from ${userGroupTable} where tenant = any ((select named_tenants())::uuid[])`,
};

/**
 * What the groups of an organization hold: as it has changed them, else as shipped. Those whose stream is set aside are folded
 * from the log; where that cannot be read no group gives anything.
 * @param parked the streams of its groups that are set aside.
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
