import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconLayoutList, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { loadStartup, useStarted } from '../../lib/startup.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DataTableSkeleton } from '../../ui/DataTableSkeleton.tsx';
import { ListBar } from '../../ui/Filters.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { EmptyState, FilteredState } from '../../ui/States.tsx';
import { ThumbBar } from '../../ui/ThumbBar.tsx';
import { useWide } from '../../ui/useWide.ts';
import { formsQuery } from '../../lib/forms.ts';
import { incidentListQuery } from './api.ts';
import { activeFilters, cleared, PAGE_SIZE, questionOf, readAddress, readPage, writeAddress, type ListAddress } from './list-address.ts';
import { useDensity } from './parts/density.ts';
import { EventFilters } from './parts/EventFilters.tsx';
import { EventTable } from './parts/EventTable.tsx';
import { orders } from './parts/orders.ts';

/** Asks for the page while its chunk is still on the way. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadStartup(request);
  const question = questionOf(readAddress(new URL(request.url).searchParams), readPage(params.currentPage));
  void queryClient.prefetchQuery(incidentListQuery(organization.guid, question));
  void queryClient.prefetchQuery(formsQuery(organization.guid));
  return null;
}

const eventsMatch = (count: number) => `${count.toLocaleString('en-CA')} ${count === 1 ? 'event matches' : 'events match'}`;
const eventsInAll = (count: number) => `${count.toLocaleString('en-CA')} ${count === 1 ? 'event' : 'events'}`;

/** "2 filters are on: worksite and date." */
function filtersWords(address: ListAddress): string {
  const names = [...activeFilters(address), ...(address.text ? ['words'] : [])];
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return `${names.length} ${names.length === 1 ? 'filter is' : 'filters are'} on: ${list}.`;
}

export function Component() {
  const { organization } = useStarted();
  const [search] = useSearchParams();
  const address = readAddress(search);
  const page = readPage(useParams().currentPage);
  const navigate = useNavigate();
  const wide = useWide(768);
  const [density, setDensity] = useDensity();
  const query = useQuery(incidentListQuery(organization.guid, questionOf(address, page)));

  const isFiltered = activeFilters(address).length > 0 || !!address.text;
  const go = (next: ListAddress, replace: boolean) => void navigate(paths.eventList(1, writeAddress(next, search)), { replace, preventScrollReset: true });
  const choose = (patch: Partial<ListAddress>) => go({ ...address, ...patch }, false);
  const type = (patch: Partial<ListAddress>) => go({ ...address, ...patch }, true);
  const clear = () => go(cleared(address), false);
  const total = query.data?.totalCount;
  const isFirstUse = total === 0 && !isFiltered;
  const order = orders.find(({ key, direction }) => key === address.sortBy && direction === address.sortDirection);

  return (
    <>
      <PageHeader
        title="Events"
        aside={!wide && total !== undefined && !isFirstUse ? <span role="status">{isFiltered ? `${total} match` : `${total} in all`}</span> : undefined}
        actions={
          wide && (
            <ButtonLink variant="primary" to={paths.reportEvent()} leading={<IconPlus size={20} aria-hidden />}>
              Report an event
            </ButtonLink>
          )
        }
      />
      {!isFirstUse && <EventFilters address={address} onChoose={choose} onType={type} onClear={clear} />}
      {wide && !isFirstUse && (
        <ListBar count={total === undefined ? ' ' : isFiltered ? eventsMatch(total) : eventsInAll(total)} onClear={isFiltered ? clear : undefined}>
          <Menu
            label="Sort by"
            target={
              <Button variant="view" size="s" trailing={<IconChevronDown size={18} aria-hidden />} aria-label={`Sort by: ${order?.label}`}>
                {order?.label}
              </Button>
            }
            entries={orders.map(({ key, direction, label }) => ({ label, chosen: label === order?.label, onSelect: () => choose({ sortBy: key, sortDirection: direction }) }))}
          />
          <Menu
            label="Row height"
            target={
              <Button variant="view" size="s" leading={<IconListDetails size={18} aria-hidden />} trailing={<IconChevronDown size={18} aria-hidden />} aria-label={`Row height: ${density}`}>
                {density === 'compact' ? 'Compact' : 'Comfortable'}
              </Button>
            }
            entries={[
              { label: 'Comfortable', icon: <IconListDetails size={18} aria-hidden />, chosen: density === 'comfortable', onSelect: () => setDensity('comfortable') },
              { label: 'Compact', icon: <IconLayoutList size={18} aria-hidden />, chosen: density === 'compact', onSelect: () => setDensity('compact') },
            ]}
          />
        </ListBar>
      )}
      <QueryView query={query} home={paths.home()} skeleton={<DataTableSkeleton density={density} />}>
        {(list) => {
          if (list.items.length > 0) {
            return (
              <>
                <EventTable incidents={list.items} address={address} density={density} onSort={(sortBy, sortDirection) => choose({ sortBy, sortDirection })} />
                <Pager page={page} pageSize={PAGE_SIZE} total={list.totalCount} hrefFor={(each) => paths.eventList(each, search)} />
              </>
            );
          }
          if (list.totalCount > 0) {
            return <EmptyState title={`There is no page ${page}`} text={`The list ends with page ${Math.ceil(list.totalCount / PAGE_SIZE)}.`} action={<ButtonLink to={paths.eventList(1, search)}>Go to page 1</ButtonLink>} />;
          }
          if (isFiltered) return <FilteredState title="No events match" text={filtersWords(address)} onClear={clear} />;
          return (
            <EmptyState
              title="No events yet"
              text="What your crews report appears here, newest first."
              action={
                <ButtonLink variant="primary" to={paths.reportEvent()}>
                  Report an event
                </ButtonLink>
              }
            />
          );
        }}
      </QueryView>
      <ThumbBar fixed>
        <ButtonLink variant="primary" size="big" full to={paths.reportEvent()} leading={<IconPlus size={22} aria-hidden />}>
          Report an event
        </ButtonLink>
      </ThumbBar>
    </>
  );
}
