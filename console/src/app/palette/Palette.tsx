import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMatch, useMatches, useNavigate } from 'react-router';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { incidentQuery } from '../../features/incidents/api.ts';
import { useFindEvents, parseEventSearch } from '../../features/incidents/find-events.ts';
import { runOnOpenPage } from '../../features/incidents/record/external-commands.ts';
import { formatPlace } from '../../features/incidents/labels.ts';
import { formsQuery } from '../../lib/api/form-queries.ts';
import { incidentsPaths, incidentsPattern } from '../../features/incidents/paths.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { formatDay } from '../../lib/format/time.ts';
import { useColourScheme } from '../../ui/layout/colour-scheme.ts';
import { StateBadge } from '../../ui/feedback/Badge.tsx';
import { FindDialog, type FoundGroup, type FoundOption } from '../../ui/inputs/FindDialog.tsx';
import { switchTo } from '../shell/ProfileContent.tsx';
import { actionsFor, eventEntriesFor, pagesFor, type Entry } from './entries.ts';
import { matchEntries } from './match-entries.ts';

/** Same limit as the search of the event list. */
const MAX_LENGTH = 200;

const counted = (count: number, noun: string) => `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`;

interface PaletteProps {
  /** Text that was typed before the dialog had loaded. */
  initialText: string;
  /** Called when the dialog closes and the page stays; the focus returns to where it was. */
  onClose: () => void;
  /** Called when the choice leads to another page. */
  onLeave: () => void;
}

/** The event whose page is open, from the cache. */
function useOpenEvent() {
  const { organization } = useStarted();
  const eventId = useMatches().at(-1)?.params.eventId;
  return useQuery({ ...incidentQuery(organization.guid, eventId ?? ''), enabled: false }).data;
}

/**
 * Command palette: finds events, pages and actions by what is typed. Pages and actions need no request and come first,
 * led by those of the open event, so that later results do not move an option that the user is about to choose. If a
 * number is typed, events come first.
 */
export function Palette({ initialText, onClose, onLeave }: PaletteProps) {
  const started = useStarted();
  const navigate = useNavigate();
  const colours = useColourScheme();
  const [typed, setTyped] = useState(initialText);
  const forms =
    useQuery({ ...formsQuery(started.organization.guid), enabled: started.modules.has('events') }).data?.items ?? [];
  const open = useOpenEvent();
  const isEdited = useMatch(incidentsPattern.editEvent) !== null;
  const { found, isSearching, hasFailed, onRetry } = useFindEvents(typed, started.modules.has('events'));

  const go = (to: string) => {
    onLeave();
    void navigate(to);
  };
  const execute = ({ action }: Entry) => {
    if ('to' in action) return go(action.to);
    onClose();
    if ('scheme' in action) colours.choose(action.scheme);
    else if ('ask' in action) runOnOpenPage(action.ask);
    else switchTo(started.user.guid, action.organizationGuid);
  };
  const optionOf = (entry: Entry): FoundOption => ({
    id: entry.name,
    leading: <entry.icon size={20} aria-hidden />,
    name: entry.name,
    hint: entry.hint,
    onChoose: () => execute(entry),
  });
  const eventOption = (event: IncidentListItem): FoundOption => ({
    id: event.eventId,
    leading: <b>{event.number}</b>,
    name: event.heading,
    hint: [event.formName, formatPlace(event), formatDay(event.occurrenceDate)].filter(Boolean).join(', '),
    aside: <StateBadge state={event.state} word={stateTexts[event.state]} />,
    onChoose: () => go(incidentsPaths.event(event.eventId)),
  });

  const pages = matchEntries(pagesFor(started), typed);
  const onOpen = matchEntries(open ? eventEntriesFor(open, !isEdited) : [], typed);
  const actions = matchEntries(actionsFor(started, forms, colours.scheme), typed);
  const { items, totalCount, text } = found ?? { items: [], totalCount: 0, text: '' };
  const events = items.map(eventOption);
  const allEvents: FoundOption = {
    id: 'all-events',
    leading: <IconArrowRight size={20} aria-hidden />,
    name: `All ${counted(totalCount, 'event')} that match`,
    onChoose: () => go(incidentsPaths.eventList(1, { text })),
  };
  const named: FoundGroup[] = [
    { id: 'open', label: `Event ${open?.number}`, options: onOpen.map(optionOf) },
    { id: 'pages', label: 'Pages', options: pages.map(optionOf) },
    { id: 'actions', label: 'Actions', options: actions.map(optionOf) },
  ];
  const eventGroup: FoundGroup = {
    id: 'events',
    label: 'Events',
    options: totalCount > 1 && !isSearching ? [...events, allEvents] : events,
    isOld: isSearching,
  };
  const isNumber = typeof parseEventSearch(typed)?.number === 'number';
  const counts = [
    events.length > 0 &&
      (totalCount > events.length
        ? `${events.length} of ${counted(totalCount, 'event')}`
        : counted(totalCount, 'event')),
    pages.length > 0 && counted(pages.length, 'page'),
    onOpen.length + actions.length > 0 && counted(onOpen.length + actions.length, 'action'),
  ].filter(Boolean);
  return (
    <FindDialog
      title="Search"
      label="Search for events, pages and actions"
      placeholder="Event, page or action"
      typed={typed}
      onType={setTyped}
      maxLength={MAX_LENGTH}
      groups={isNumber ? [eventGroup, ...named] : [...named, eventGroup]}
      isSearching={isSearching}
      searchingText="Searching events…"
      found={typed.trim() === '' ? '' : counts.join(', ') || 'Nothing found'}
      emptyContent={
        <>
          <b>Nothing matches “{typed.trim()}”</b>
          Search by the number of an event, by words of what happened or where, or by the name of a page or an action.
        </>
      }
      error={hasFailed ? { text: 'Events could not be searched', onRetry } : undefined}
      onClose={onClose}
    />
  );
}
