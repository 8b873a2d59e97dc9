import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** How soon it is looked again how far an import has come. */
const LOOK_EVERY_MS = 1_000;

/** Asked anew as long as it runs. */
export const importQuery = (orgGuid: string, importGuid: string) => ({
  ...query('getImport', { params: { orgGuid, importGuid } }, { staleTime: 0 }),
  refetchInterval: ({ state }: { state: { data?: { state: string } | undefined } }) =>
    state.data?.state === 'RUNNING' ? LOOK_EVERY_MS : (false as const),
});

export const mapImport = command('mapImport', { staleAfter: ['getImport'] });
export const runImport = command('runImport', { staleAfter: ['getImport', 'listIncidents'] });
