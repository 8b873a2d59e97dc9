import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formsQuery } from '../../lib/forms.ts';
import { readPage, useList } from '../../lib/list.ts';
import { prefetching } from '../../lib/loader.ts';
import { paths } from '../../lib/paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { incidentListQuery } from './api.ts';
import { eventList, questionOf, readAddress } from './list-address.ts';
import { EventCard } from './parts/EventCard.tsx';
import { EventFilters } from './parts/EventFilters.tsx';
import { eventColumns } from './parts/event-columns.tsx';
import { ListFiles } from './parts/ListFiles.tsx';
import { useKeptList } from './parts/open-list.ts';
import { useChosenEvents } from './parts/use-chosen-events.tsx';

export const loader = prefetching(({ organization }, { search, params }) => [
  incidentListQuery(organization.guid, questionOf(readAddress(search), readPage(params.currentPage))),
  formsQuery(organization.guid),
]);

export function Component() {
  const { organization } = useStarted();
  const list = useList(eventList);
  const [search] = useSearchParams();
  useKeptList(list.page, search.toString());
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
      {...choosing}
      add={{ label: 'Report an event', to: paths.reportEvent() }}
      emptyText="What your crews report appears here, newest first."
      home={paths.home()}
      columns={eventColumns}
      rowKey={({ eventId }) => eventId}
      rowHref={({ eventId }) => paths.event(eventId)}
      card={(incident) => <EventCard incident={incident} />}
    />
  );
}
