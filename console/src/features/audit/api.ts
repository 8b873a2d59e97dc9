import { keepPreviousData } from '@tanstack/react-query';
import type { AccessFilter } from '@plimsoll/contracts/audit/accesses';
import type { ChangeFilter } from '@plimsoll/contracts/audit/changes';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Lines per page of a log. */
const LINES_SHOWN = 50;
/** Polling interval for the progress of a bundle, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** Query parameters of a page: the lines before a cursor. */
const page = (before: string | undefined) => ({ limit: LINES_SHOWN, ...(before && { cursor: before }) });

/** Query options of a log: always refetched, so that it includes the latest changes. */
const alwaysFresh = { staleTime: 0, placeholderData: keepPreviousData };

export const changesQuery = (orgGuid: string, filter: ChangeFilter, before?: string) =>
  query('listChanges', { params: { orgGuid }, query: { ...filter, ...page(before) } }, alwaysFresh);
export const accessesQuery = (orgGuid: string, filter: AccessFilter, before?: string) =>
  query('listAccesses', { params: { orgGuid }, query: { ...filter, ...page(before) } }, alwaysFresh);

/** Query for the current name of a record, which its latest change contains. */
export const labelQuery = (orgGuid: string, recordGuid: string) =>
  query('listChanges', { params: { orgGuid }, query: { recordGuid, limit: 1 } });

/**
 * Query for a record as replayed from the log. The server records each access, so the result is cached for a minute
 * while the user steps through the revisions.
 */
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

/** Query for the audit bundles; polled while one is being made. */
export const bundlesQuery = (orgGuid: string) => ({
  ...query('listAuditBundles', { params: { orgGuid } }),
  refetchInterval: ({ state }: { state: { data?: { items: readonly { status: string }[] } | undefined } }) =>
    state.data?.items.some(({ status }) => status === 'MAKING') ? POLL_INTERVAL_MS : (false as const),
});
export const askForBundle = command('askForAuditBundle', { staleAfter: ['listAuditBundles', 'listChanges'] });

export const publicKeysQuery = () => query('listPublicKeys', {}, { staleTime: 60_000 });
