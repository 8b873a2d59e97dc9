import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../lib/session/startup.ts';
import { incidentListQuery } from './api.ts';

/** Number of incidents shown. */
const SHOWN = 8;
/** Delay after the last key before the search starts, in milliseconds. */
const PAUSE_MS = 200;

/** Search sent to the list. */
interface ParsedSearch {
  text: string;
  /** Number of the incident to show first, since others may contain it in their text. */
  number: number | null;
}

/**
 * Parses a search for incidents. "event 1149" and "#1149" mean the number only; "1149" may also occur in text. A single
 * letter is too short to search for.
 */
export function parseEventSearch(typed: string): ParsedSearch | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  const [, naming, digits] = /^((?:events?|no\.?|number|#) ?)*(\d{1,15})$/i.exec(text) ?? [];
  if (digits) return { text: naming ? `#${digits}` : digits, number: Number(digits) };
  return text.length > 1 ? { text, number: null } : null;
}

/** Puts the incident with the number first, wherever it is in the list. */
export function numberFirst(
  items: readonly IncidentListItem[],
  numbered: IncidentListItem | undefined,
): readonly IncidentListItem[] {
  return numbered ? [numbered, ...items.filter(({ eventId }) => eventId !== numbered.eventId)].slice(0, SHOWN) : items;
}

/** Returns the text once it has not changed for `PAUSE_MS`. */
function useDebouncedValue(typed: string): string {
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
  /** Filter by which the list shows all matches. */
  text: string;
}

interface EventSearch {
  /** Last results; null without a search. */
  found: FoundEvents | null;
  /** Whether `found` does not match the current text yet. */
  isSearching: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Searches the incidents that the user may read. Results are not cached. */
export function useFindEvents(typed: string, isOffered: boolean): EventSearch {
  const { organization } = useStarted();
  const now = isOffered ? parseEventSearch(typed) : null;
  const paused = parseEventSearch(useDebouncedValue(typed));
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
  // If many texts contain the digits, the incident with that number may be on a later page, so it is requested
  // separately.
  const isBare = wanted !== null && wanted.number !== null && !wanted.text.startsWith('#');
  const alone = useQuery(ask(isBare ? `#${wanted.number}` : undefined));
  const queries = wanted ? (isBare ? [words, alone] : [words]) : [];
  const isSearching =
    now?.text !== wanted?.text || queries.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData);
  const hasFailed = !isSearching && queries.some(({ isError }) => isError);
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
    onRetry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
