import { resolveReportingGroup } from '../../organizations/organization-settings/project.ts';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import { PageRows } from '../../runner/follow/page-rows.ts';
import { activeGeneration } from '../../runner/tables/table.ts';
import { groupPermissionsOf, type GroupPermissions, type TenantGroupRow } from './group-permissions.ts';
import { memberList, memberTable, userGroupTable, type MemberRow } from './project.ts';

type TenantMemberRow = MemberRow & { readonly tenant: string };
/** A membership with the permissions of the organization's groups. */
export type MembershipRow = TenantMemberRow & { readonly groupPermissions: GroupPermissions };

interface ParkedAndGroups {
  readonly groups: readonly TenantGroupRow[];
  readonly aside: readonly Parked[];
}

interface Parked {
  readonly tenant: string;
  readonly kind: string;
  readonly stream: string;
}

/**
 * Selects memberships, in SQL over the columns of `memberTable`; the reporting group is the current one. Each name is
 * planned once per connection.
 */
interface Memberships {
  readonly name: string;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly order?: string;
}

/** Scope: one organization, or a person's own memberships in every organization. */
type Whose = { readonly tenant: string } | { readonly userGuid: string };

/**
 * Reads the changed groups of the organizations in scope, and the parked streams of groups and memberships. One row,
 * since each result set costs more than its content.
 */
const groupsAndParked = (where: string): string => `
  select
    (select coalesce(json_agg(g), '[]') from ${userGroupTable} g where tenant = any ((select named_tenants())::uuid[])) as groups,
    (select coalesce(json_agg(json_build_object('tenant', tenant, 'kind', kind, 'stream', stream)), '[]') from parked_events
     where projection = ${activeGeneration(memberList)} and (
       (kind = 'member' and (tenant, stream) in (select tenant, stream from ${memberTable} where ${where}))
       or (kind = 'user-group' and tenant = any ((select named_tenants())::uuid[])))) as aside`;

/** Sets the scope to the person's organizations: groups and parked streams are stored per organization. */
const nameTenants = (where: string): string =>
  `select set_config('plimsoll.tenants', (select coalesce(array_agg(tenant), '{}')::text from ${memberTable} where ${where}), true)`;

/**
 * Reads memberships as they must be served, in one round trip. Those with a parked stream are folded from the log,
 * since their row may contain a revoked permission; so are groups. A membership that cannot be folded is not returned.
 */
export async function readMemberships(
  reader: ReadModelReader,
  whose: Whose,
  { name, where, values, order }: Memberships,
): Promise<MembershipRow[]> {
  const own = {
    name,
    text: `select m.*, ${resolveReportingGroup('m.reporting_group_guid', 'm.tenant')} as reporting_group_guid from ${memberTable} m where ${where}${order ? ` order by ${order}` : ''}`,
    values,
  };
  const more = { name: `${name}: besides`, text: groupsAndParked(where), values };
  const [rows, [{ groups, aside }]] = (
    'tenant' in whose
      ? await reader.askAll(whose.tenant, [own, more])
      : (
          await reader.askOwn(whose.userGuid, [{ name: `${name}: where`, text: nameTenants(where), values }, own, more])
        ).slice(1)
  ) as [TenantMemberRow[], [ParkedAndGroups]];
  const held = await permissionsByTenant(reader, [...new Set(rows.map(({ tenant }) => tenant))], groups, aside);
  const withGroups = (row: TenantMemberRow): MembershipRow => ({ ...row, groupPermissions: held.get(row.tenant)! });
  const members = aside.filter(({ kind }) => kind === 'member');
  if (members.length === 0) return rows.map(withGroups);
  const streams = new Set(members.map(({ tenant, stream }) => `${tenant}/${stream}`));
  const settled = await Promise.all(
    rows.map((row) =>
      streams.has(`${row.tenant}/${row.stream}`)
        ? foldFromLog(reader, row).then((member) => member && withResolvedGroup(reader, member))
        : row,
    ),
  );
  return settled
    .filter((row) => row !== undefined)
    .filter(({ is_removed }) => !is_removed)
    .map(withGroups);
}

async function permissionsByTenant(
  reader: ReadModelReader,
  tenants: readonly string[],
  groups: readonly TenantGroupRow[],
  aside: readonly Parked[],
): Promise<Map<string, GroupPermissions>> {
  const ofTenant = async (tenant: string): Promise<[string, GroupPermissions]> => {
    const parked = aside
      .filter((one) => one.kind === 'user-group' && one.tenant === tenant)
      .map(({ stream }) => stream);
    return [
      tenant,
      await groupPermissionsOf(
        reader,
        tenant,
        groups.filter((row) => row.tenant === tenant),
        parked,
      ),
    ];
  };
  return new Map(await Promise.all(tenants.map(ofTenant)));
}

/** The log has the group at the time; replaces it by the current one. */
async function withResolvedGroup(reader: ReadModelReader, row: TenantMemberRow): Promise<TenantMemberRow> {
  const [resolved] = await reader.ask<{ group: string | null }>(row.tenant, {
    name: 'group that is meant',
    text: `select ${resolveReportingGroup('$2::uuid')} as group`,
    values: [row.tenant, row.reporting_group_guid],
  });
  return { ...row, reporting_group_guid: resolved!.group };
}

async function foldFromLog(
  { log }: ReadModelReader,
  { tenant, user_guid, stream }: TenantMemberRow,
): Promise<TenantMemberRow | undefined> {
  const loaded = await log?.load(tenant, { kind: 'member', guid: stream });
  // An unreadable event could mean anything: it may revoke a permission.
  if (loaded?.status !== 'loaded' || loaded.events.some(({ unreadable }) => unreadable !== undefined)) return undefined;
  const rows = new PageRows(true);
  try {
    memberList.project(loaded.events, rows);
  } catch {
    return undefined;
  }
  const row = rows.get(memberTable, user_guid);
  return row && { ...row, tenant };
}
