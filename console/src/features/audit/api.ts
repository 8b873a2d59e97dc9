import { keepPreviousData } from '@tanstack/react-query';
import type { AccessFilter } from '@plimsoll/contracts/audit/accesses';
import type { ChangeFilter } from '@plimsoll/contracts/audit/changes';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** How many lines of a log a page shows. */
export const LINES_SHOWN = 50;
/** How soon it is looked again how far a bundle has come. */
const LOOK_EVERY_MS = 1_000;

/** A page of a log: what was before a line. */
const page = (before: string | undefined) => ({ limit: LINES_SHOWN, ...(before && { cursor: before }) });

/** A log is shown as it is when somebody looks: what was done a moment ago stands in it. */
const anew = { staleTime: 0, placeholderData: keepPreviousData };

export const changesQuery = (orgGuid: string, filter: ChangeFilter, before?: string) =>
  query('listChanges', { params: { orgGuid }, query: { ...filter, ...page(before) } }, anew);
export const accessesQuery = (orgGuid: string, filter: AccessFilter, before?: string) =>
  query('listAccesses', { params: { orgGuid }, query: { ...filter, ...page(before) } }, anew);

/** What a record is called today: its newest change has it. */
export const labelQuery = (orgGuid: string, recordGuid: string) =>
  query('listChanges', { params: { orgGuid }, query: { recordGuid, limit: 1 } });

/** Each replay is written down, so that a record is asked for once while somebody steps through it. */
export const recordQuery = (
  orgGuid: string,
  kind: StreamKind,
  guid: string,
  when: { asOf?: string; asOfPosition?: number } = {},
) =>
  query(
    'replayRecord',
    { params: { orgGuid, kind, guid }, query: when },
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );

/** Asked anew as long as one is being made. */
export const bundlesQuery = (orgGuid: string) => ({
  ...query('listAuditBundles', { params: { orgGuid } }),
  refetchInterval: ({ state }: { state: { data?: { items: readonly { status: string }[] } | undefined } }) =>
    state.data?.items.some(({ status }) => status === 'MAKING') ? LOOK_EVERY_MS : (false as const),
});
export const askForBundle = command('askForAuditBundle', { staleAfter: ['listAuditBundles', 'listChanges'] });

export const publicKeysQuery = () => query('listPublicKeys', {}, { staleTime: 60_000 });
