import { keepPreviousData } from '@tanstack/react-query';
import type { ErasureKind } from '@plimsoll/contracts/privacy/events';
import type { Erasure } from '@plimsoll/contracts/privacy/privacy';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** How soon it is looked again how far an erasure has come. */
const LOOK_EVERY_MS = 2_000;

/** Of whom something is kept; the page before stays while the next one comes. */
export const personsQuery = (orgGuid: string, text: string) =>
  query('listKeptPersons', { params: { orgGuid }, query: text ? { text } : {} }, { placeholderData: keepPreviousData });

/** What is kept may have changed a moment ago. */
export const previewQuery = (orgGuid: string, kind: ErasureKind, guid: string) =>
  query('previewErasure', { params: { orgGuid }, query: { kind, guid } }, { staleTime: 0 });

/** Whether it goes on without anybody doing anything. */
const isUnderWay = ({ status, isHeld, dueAt }: Pick<Erasure, 'status' | 'isHeld' | 'dueAt'>): boolean =>
  status === 'ERASING' || (status === 'PENDING' && !isHeld && Date.parse(dueAt) <= Date.now());

/** Asked anew as long as one is being carried out. */
export const erasuresQuery = (orgGuid: string) => ({
  ...query('listErasures', { params: { orgGuid } }),
  refetchInterval: ({ state }: { state: { data?: { items: readonly Erasure[] } | undefined } }) =>
    state.data?.items.some(isUnderWay) ? LOOK_EVERY_MS : (false as const),
});
export const holdsQuery = (orgGuid: string) => query('listLegalHolds', { params: { orgGuid } });

export const requestErasure = command('requestErasure', { staleAfter: ['listErasures', 'listKeptPersons'] });
export const cancelErasure = command('cancelErasure', { staleAfter: ['listErasures'] });
export const placeLegalHold = command('placeLegalHold', { staleAfter: ['listLegalHolds', 'listErasures'] });
export const releaseLegalHold = command('releaseLegalHold', { staleAfter: ['listLegalHolds', 'listErasures'] });
