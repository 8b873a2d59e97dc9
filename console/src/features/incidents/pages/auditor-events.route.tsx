import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { auditorPaths } from '../../auditors/paths.ts';
import { loadAuditor, useAuditor } from '../../auditors/public/auditor-session.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import type { AddressField, AddressOf } from '../../../lib/url/address-fields.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { readState, useSearchText, useUrlState, writeState } from '../../../lib/url/url-state.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { BadgeCell, DataTable, RecordCard } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Pager } from '../../../ui/data/Pager.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { FilterBar, SearchField } from '../../../ui/data/Filters.tsx';
import { incidentListQuery } from '../api.ts';
import { AuditorFilters } from '../list/AuditorFilters.tsx';
import { eventColumns } from '../list/event-columns.tsx';
import { listAddress } from '../list/list-address.ts';
import { formatPlace, shownState } from '../labels.ts';

const SHOWN = 25;
const text: AddressField<string> = ([given]) => given ?? '';
const page: AddressField<number> = ([given]) => (given && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1);
const { state, formGuid, worksiteGuid, from, to } = listAddress;
const fields = { text, page, state, formGuid, worksiteGuid, from, to };
type Address = AddressOf<typeof fields>;

/** The filters of the address that are set. */
const filterOf = ({ text: typed, page: _, ...chosen }: Address): IncidentFilter => ({
  ...(typed && { text: typed }),
  ...(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as typeof chosen),
});

const question = (address: Address) =>
  ({
    limit: SHOWN,
    offset: (address.page - 1) * SHOWN,
    sortBy: 'OCCURRENCE_DATE',
    sortDirection: 'DESCENDING',
    filter: filterOf(address),
  }) as const;

/** Prefetches the page of the list while the chunk loads. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadAuditor(request);
  void queryClient.prefetchQuery(
    incidentListQuery(organization.guid, question(readState(fields, new URL(request.url).searchParams))),
  );
  return null;
}

/** Auditors do not see whom an incident is with. */
const columns = eventColumns
  .map((column) =>
    column.id === 'state'
      ? {
          ...column,
          width: 176,
          cell: (incident: Parameters<typeof shownState>[0]) => (
            <BadgeCell badge={<StateBadge state={shownState(incident)} word={stateTexts[shownState(incident)]} />} />
          ),
        }
      : column,
  )
  .map(({ sortKey: _, ...column }) => column);

const cardOf = (incident: IncidentListItem) => (
  <RecordCard
    to={auditorPaths.event(incident.eventId)}
    meta={`No. ${incident.number}`}
    when={formatDay(incident.occurrenceDate)}
    title={incident.heading}
    place={[incident.formName, formatPlace(incident)].filter(Boolean).join(', ')}
    holder={stateTexts[incident.state]}
  />
);

/** Incidents that a grant covers. */
export function Component() {
  const { organization } = useAuditor();
  const [address, write] = useUrlState(fields);
  const search = useSearchText(address.text, (typed) => write.replace({ text: typed, page: 1 }));
  const query = useQuery(incidentListQuery(organization.guid, question(address)));
  const total = query.data?.totalCount;
  const chosen = [address.state, address.formGuid, address.worksiteGuid, address.from ?? address.to].filter(
    (value) => value !== undefined && value.length > 0,
  ).length;
  const clear = () => {
    search.clear();
    write.clear();
  };
  return (
    <>
      <PageHeader
        title="Events"
        meta={total === undefined ? ' ' : total === 1 ? '1 event' : `${total.toLocaleString('en-CA')} events`}
      />
      <FilterBar
        search={<SearchField label="Search" value={search.typed} onChange={search.type} />}
        active={chosen}
        onClear={clear}
      >
        <AuditorFilters
          address={address}
          choose={(patch) => write.push({ ...patch, page: 1 })}
          type={(patch) => write.replace({ ...patch, page: 1 })}
        />
      </FilterBar>
      <QueryView query={query}>
        {({ items, totalCount }) =>
          items.length > 0 ? (
            <>
              <DataTable
                caption="Events"
                columns={columns}
                rows={items}
                rowKey={({ eventId }) => eventId}
                rowHref={({ eventId }) => auditorPaths.event(eventId)}
                card={cardOf}
              />
              {totalCount > SHOWN && (
                <Pager
                  page={address.page}
                  pageSize={SHOWN}
                  total={totalCount}
                  hrefFor={(next) => auditorPaths.events(writeState(fields, { ...address, page: next }))}
                />
              )}
            </>
          ) : address.text || chosen > 0 ? (
            <FilteredState title="No events match" text="Try fewer words or filters." onClear={clear} />
          ) : (
            <EmptyState title="No events" text="No event lies within what you may look at." />
          )
        }
      </QueryView>
    </>
  );
}
