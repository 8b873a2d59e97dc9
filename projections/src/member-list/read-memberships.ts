import type { ReadModelReader } from '../read-model-reader.ts';
import { PageRows } from '../runner/page-rows.ts';
import { answeringSet } from '../runner/table.ts';
import { memberList, memberTable, type MemberRow } from './project.ts';

export type MembershipRow = MemberRow & { readonly tenant: string };

/** Which memberships are meant, in SQL over the columns of `memberTable`. Names are planned for once on each connection. */
interface Memberships {
  readonly name: string;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly order?: string;
}

/** Whose they are: of one organization, or a person's own in every organization. */
type Whose = { readonly tenant: string } | { readonly userGuid: string };

const parkedAmong = (where: string): string => `
  select tenant, stream from parked_events
  where kind = 'member' and projection = ${answeringSet(memberList)} and (tenant, stream) in (select tenant, stream from ${memberTable} where ${where})`;

/** What is set aside is kept by organization: those that the person belongs to are named first. */
const nameTenants = (where: string): string => `select set_config('plimsoll.tenants', (select coalesce(array_agg(tenant), '{}')::text from ${memberTable} where ${where}), true)`;

/**
 * Memberships as they are to be served, asked for in one round trip: one whose stream is set aside is folded from the log,
 * since what stands in its row may be a right that was taken away. Whoever cannot be folded is no member.
 */
export async function readMemberships(reader: ReadModelReader, whose: Whose, { name, where, values, order }: Memberships): Promise<MembershipRow[]> {
  const own = { name, text: `select * from ${memberTable} where ${where}${order ? ` order by ${order}` : ''}`, values };
  const parked = { name: `${name}: set aside`, text: parkedAmong(where), values };
  const answers = 'tenant' in whose
    ? await reader.askAll(whose.tenant, [own, parked])
    : await reader.askOwn(whose.userGuid, [own, { name: `${name}: where`, text: nameTenants(where), values }, parked]);
  const rows = answers[0] as MembershipRow[];
  const streams = new Set((answers.at(-1) as { tenant: string; stream: string }[]).map(({ tenant, stream }) => `${tenant}/${stream}`));
  if (streams.size === 0) return rows;
  const settled = await Promise.all(rows.map((row) => (streams.has(`${row.tenant}/${row.stream}`) ? foldFromLog(reader, row) : row)));
  return settled.filter((row) => row !== undefined && !row.is_removed) as MembershipRow[];
}

async function foldFromLog({ log }: ReadModelReader, { tenant, user_guid, stream }: MembershipRow): Promise<MembershipRow | undefined> {
  const loaded = await log?.load(tenant, { kind: 'member', guid: stream });
  // What an event means that this version cannot read nobody can say: it may take a right away.
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
