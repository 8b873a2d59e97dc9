import type { ReadModelReader } from '../read-model-reader.ts';
import { PageRows } from '../runner/page-rows.ts';
import { answeringSet } from '../runner/table.ts';
import { memberList, memberTable, type MemberRow } from './project.ts';

export type MembershipRow = MemberRow & { readonly tenant: string };

const PARKED = `
  select tenant, stream from parked_events
  where tenant = any ($1) and kind = 'member' and stream = any ($2) and projection = ${answeringSet(memberList)}`;

/**
 * Memberships as they are to be served: one whose stream is set aside is folded from the log, since what stands in its row
 * may be a right that was taken away. Whoever cannot be folded is no member.
 */
export async function settleParked(reader: ReadModelReader, rows: readonly MembershipRow[]): Promise<MembershipRow[]> {
  if (rows.length === 0) return [];
  const parked = await reader.askOf<{ tenant: string; stream: string }>([...new Set(rows.map(({ tenant }) => tenant))], {
    name: 'parked memberships', text: PARKED, values: [[...new Set(rows.map(({ tenant }) => tenant))], rows.map(({ stream }) => stream)],
  });
  if (parked.length === 0) return [...rows];
  const streams = new Set(parked.map(({ tenant, stream }) => `${tenant}/${stream}`));
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
