import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Polling interval for the progress of an import, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** Query for an import; polled while it runs. */
export const importQuery = (orgGuid: string, importGuid: string) => ({
  ...query('getImport', { params: { orgGuid, importGuid } }, { staleTime: 0 }),
  refetchInterval: ({ state }: { state: { data?: { state: string } | undefined } }) =>
    state.data?.state === 'RUNNING' ? POLL_INTERVAL_MS : (false as const),
});

export const mapImport = command('mapImport', { staleAfter: ['getImport'] });
export const runImport = command('runImport', { staleAfter: ['getImport', 'listIncidents'] });
