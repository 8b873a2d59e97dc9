import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { incidentsPaths } from '../paths.ts';
import { forgetWithPerson } from '../../../lib/session/sign-out.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { incidentListQuery } from '../api.ts';
import { questionOf, readAddress } from './list-address.ts';

/** Page of the list with its filters, as the user left it. */
interface OpenList {
  page: number;
  search: string;
}

/** Only in memory, because the search text may be sensitive. */
let open: OpenList | null = null;
forgetWithPerson(() => (open = null));

/** Remembers the open list, so that incidents opened from it link back to it and to their neighbours. */
export function useRememberList(page: number, search: string): void {
  useEffect(() => void (open = { page, search }), [page, search]);
}

/** URL of the list as it was left, with filters, order and page. */
export const lastListPath = (): string =>
  open ? incidentsPaths.eventList(open.page, new URLSearchParams(open.search)) : incidentsPaths.eventList();

type Neighbour = Pick<IncidentListItem, 'eventId' | 'number'>;

interface Neighbours {
  previous?: Neighbour;
  next?: Neighbour;
  /** To be called when following a link; the neighbour may be on another page of the list. */
  go: (to: 'previous' | 'next') => void;
}

function usePageOf(list: OpenList | null, page: number, isEnabled: boolean) {
  const { organization } = useStarted();
  const question = questionOf(readAddress(new URLSearchParams(list?.search)), page);
  return useQuery({
    ...incidentListQuery(organization.guid, question),
    placeholderData: undefined,
    staleTime: Infinity,
    enabled: list !== null && isEnabled && page > 0,
  }).data;
}

/**
 * Previous and next incident in the list from which one was opened. They stay the same if a command removes the
 * incident from the list.
 */
export function useNeighbours(eventId: string): Neighbours | null {
  const [list] = useState(open);
  const page = list?.page ?? 1;
  const here = usePageOf(list, page, true);
  const place = here?.items.findIndex((item) => item.eventId === eventId) ?? -1;
  const isLast = here !== undefined && place === here.items.length - 1;
  const before = usePageOf(list, page - 1, place === 0);
  const after = usePageOf(
    list,
    page + 1,
    place >= 0 && isLast && here !== undefined && here.offset + here.items.length < here.totalCount,
  );
  const found = useRef<Neighbours>(null);
  if (here && place >= 0) {
    const previous = place > 0 ? here.items[place - 1] : before?.items.at(-1);
    const next = isLast ? after?.items[0] : here.items[place + 1];
    const go = (to: 'previous' | 'next') => {
      const isElsewhere = to === 'previous' ? place === 0 : isLast;
      if (list && isElsewhere) open = { ...list, page: to === 'previous' ? page - 1 : page + 1 };
    };
    found.current = { previous, next, go };
  }
  return found.current;
}
