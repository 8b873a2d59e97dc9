import { keepPreviousData } from '@tanstack/react-query';
import type { ErasureKind } from '@plimsoll/contracts/privacy/events';
import type { Erasure } from '@plimsoll/contracts/privacy/privacy';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Poll interval while an erasure is running. */
const POLL_INTERVAL_MS = 2_000;

/** Persons with stored data. The previous result stays visible while the next one loads. */
export const personsQuery = (orgGuid: string, text: string) =>
  query('listKeptPersons', { params: { orgGuid }, query: text ? { text } : {} }, { placeholderData: keepPreviousData });

/** What an erasure would destroy. Always refetched, since the stored data may have just changed. */
export const previewQuery = (orgGuid: string, kind: ErasureKind, guid: string) =>
  query('previewErasure', { params: { orgGuid }, query: { kind, guid } }, { staleTime: 0 });

/** Whether an erasure is running or about to start. */
const isRunning = ({ status, isHeld, dueAt }: Pick<Erasure, 'status' | 'isHeld' | 'dueAt'>): boolean =>
  status === 'ERASING' || (status === 'PENDING' && !isHeld && Date.parse(dueAt) <= Date.now());

/** Erasures, polled while one is running. */
export const erasuresQuery = (orgGuid: string) => ({
  ...query('listErasures', { params: { orgGuid } }),
  refetchInterval: ({ state }: { state: { data?: { items: readonly Erasure[] } | undefined } }) =>
    state.data?.items.some(isRunning) ? POLL_INTERVAL_MS : (false as const),
});
export const holdsQuery = (orgGuid: string) => query('listLegalHolds', { params: { orgGuid } });

export const requestErasure = command('requestErasure', { staleAfter: ['listErasures', 'listKeptPersons'] });
export const cancelErasure = command('cancelErasure', { staleAfter: ['listErasures'] });
export const placeLegalHold = command('placeLegalHold', { staleAfter: ['listLegalHolds', 'listErasures'] });
export const releaseLegalHold = command('releaseLegalHold', { staleAfter: ['listLegalHolds', 'listErasures'] });
