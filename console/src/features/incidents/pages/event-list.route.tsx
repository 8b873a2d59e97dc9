import { useQuery } from '@tanstack/react-query';
import type { IncidentList } from '@plimsoll/contracts/incidents/answers';
import { Link, useSearchParams } from 'react-router';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { readPage, useList } from '../../../lib/url/list.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { incidentListQuery } from '../api.ts';
import { eventList, questionOf, readAddress } from '../list/list-address.ts';
import { EventCard } from '../list/EventCard.tsx';
import { EventFilters } from '../list/EventFilters.tsx';
import { eventColumns } from '../list/event-columns.tsx';
import { ListFiles } from '../list/ListFiles.tsx';
import { useRememberList } from '../list/open-list.ts';
import { useChosenEvents } from '../list/use-chosen-events.tsx';

export const loader = prefetching(({ organization }, { search, params }) => [
  incidentListQuery(organization.guid, questionOf(readAddress(search), readPage(params.currentPage))),
  formsQuery(organization.guid),
]);

/** Says which events a search has reached, and goes on with older ones. */
function SearchedPart({ list, search }: { list: IncidentList | undefined; search: URLSearchParams }) {
  const from = list?.searchedFrom ?? null;
  const older = new URLSearchParams(search);
  if (from === null) return null;
  older.set('searchBefore', String(from));
  return (
    <>
      Searched event {from} and newer. <Link to={incidentsPaths.eventList(1, older)}>Search older events</Link>
    </>
  );
}

export function Component() {
  const { organization } = useStarted();
  const list = useList(eventList);
  const [search] = useSearchParams();
  useRememberList(list.page, search.toString());
  const query = useQuery(incidentListQuery(organization.guid, questionOf(list.address, list.page)));
  const choosing = useChosenEvents(`${list.page} ${search.toString()}`, list.address, query.data);
  return (
    <ListScreen
      title="Events"
      noun={['event', 'events']}
      list={list}
      query={query}
      search="Number or words"
      filters={<EventFilters {...list} />}
      tools={<ListFiles address={list.address} />}
      meta={<SearchedPart list={query.data} search={search} />}
      {...choosing}
      add={{ label: 'Report an event', to: incidentsPaths.reportEvent() }}
      emptyText="What your crews report appears here, newest first."
      home={paths.home()}
      columns={eventColumns}
      rowKey={({ eventId }) => eventId}
      rowHref={({ eventId }) => incidentsPaths.event(eventId)}
      card={(incident) => <EventCard incident={incident} />}
    />
  );
}
