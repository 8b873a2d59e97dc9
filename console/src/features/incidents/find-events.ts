import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../lib/session/startup.ts';
import { incidentListQuery } from './api.ts';

/** How many events are shown of those that match. */
const SHOWN = 8;
/** What is typed is looked for when no key was pressed for so long. */
const PAUSE_MS = 200;

/** What the list is asked for. */
interface WantedEvents {
  text: string;
  /** The event of this number comes first: others may have it in their words. */
  number: number | null;
}

/** What somebody looks for among the events: "event 1149" and "#1149" are the number alone, "1149" may stand in words as well. One letter is nothing yet. */
export function wantedEvents(typed: string): WantedEvents | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  const [, naming, digits] = /^((?:events?|no\.?|number|#) ?)*(\d{1,15})$/i.exec(text) ?? [];
  if (digits) return { text: naming ? `#${digits}` : digits, number: Number(digits) };
  return text.length > 1 ? { text, number: null } : null;
}

/** The event of the number first, wherever the list has it. */
export function numberFirst(
  items: readonly IncidentListItem[],
  numbered: IncidentListItem | undefined,
): readonly IncidentListItem[] {
  return numbered ? [numbered, ...items.filter(({ eventId }) => eventId !== numbered.eventId)].slice(0, SHOWN) : items;
}

/** What was typed last before a pause. */
function usePause(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

interface FoundEvents {
  items: readonly IncidentListItem[];
  totalCount: number;
  /** What the list is filtered by to show all of them. */
  text: string;
}

interface EventSearch {
  /** What was found last; null while nothing is looked for. */
  found: FoundEvents | null;
  /** Whether it is not yet of what is typed now. */
  isSearching: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** The events that match what is typed, as the list finds them for the same person. None of them is kept once nobody looks. */
export function useFindEvents(typed: string, isOffered: boolean): EventSearch {
  const { organization } = useStarted();
  const now = isOffered ? wantedEvents(typed) : null;
  const paused = wantedEvents(usePause(typed));
  const wanted = now && paused;
  const ask = (text: string | undefined) => ({
    ...incidentListQuery(organization.guid, {
      filter: { text },
      limit: SHOWN,
      offset: 0,
      sortBy: 'OCCURRENCE_DATE',
      sortDirection: 'DESCENDING',
    }),
    enabled: text !== undefined,
    gcTime: 0,
  });
  const words = useQuery(ask(wanted?.text));
  // Among many that have the digits in their words, the event itself may be on a later page.
  const isBare = wanted !== null && wanted.number !== null && !wanted.text.startsWith('#');
  const alone = useQuery(ask(isBare ? `#${wanted.number}` : undefined));
  const asked = wanted ? (isBare ? [words, alone] : [words]) : [];
  const isSearching =
    now?.text !== wanted?.text || asked.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData);
  const hasFailed = !isSearching && asked.some(({ isError }) => isError);
  const numbered = [...(words.data?.items ?? []), ...((isBare && alone.data?.items) || [])].find(
    ({ number }) => number === wanted?.number,
  );
  return {
    found:
      wanted && words.data
        ? { text: wanted.text, totalCount: words.data.totalCount, items: numberFirst(words.data.items, numbered) }
        : null,
    isSearching,
    hasFailed,
    onRetry: () => void Promise.all(asked.map(({ refetch }) => refetch())),
  };
}
