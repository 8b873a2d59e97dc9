import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { classificationTexts, eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { countedMetrics, type DashboardCases } from '@plimsoll/contracts/metrics/http';
import { oneOfOr } from '../../../lib/url/address-fields.ts';
import { readPage } from '../../../lib/url/list.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { metricsPaths } from '../paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { DataTableSkeleton } from '../../../ui/data/DataTableSkeleton.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Pager } from '../../../ui/data/Pager.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState, NoSuchPage } from '../../../ui/feedback/States.tsx';
import { CASES_PAGE_SIZE, casesQuery } from '../dashboard/api.ts';
import { countedLabels, countText } from '../dashboard/calculation/counted-labels.ts';
import { rangeAddress, rangeOf, rangeText } from '../dashboard/calculation/range.ts';
import css from '../dashboard/components/Dashboard.module.css';

const casesAddress = { ...rangeAddress, metric: oneOfOr('TRIF', countedMetrics) };

type Case = DashboardCases['items'][number];

export const loader = prefetching(({ organization }, { search, params }) => {
  const { metric, ...range } = readState(casesAddress, search);
  return [
    casesQuery(
      organization.guid,
      metric,
      rangeOf(range, monthOf(todayIn(organization.timeZone))),
      readPage(params.currentPage),
    ),
  ];
});

const personText = ({ name, classification }: Case): string =>
  [name, classification && classificationTexts[classification]].filter(Boolean).join(', ');

const columns: readonly DataColumn<Case>[] = [
  { id: 'number', header: 'No.', width: 96, align: 'right', cell: ({ number }) => <b>{number}</b> },
  {
    id: 'occurred',
    header: 'Occurred',
    width: 128,
    cell: ({ occurrenceDate }) => <time dateTime={occurrenceDate}>{formatDay(occurrenceDate)}</time>,
  },
  { id: 'heading', header: eventFieldTexts.description, primary: true, cell: ({ heading }) => heading },
];
const personColumns: readonly DataColumn<Case>[] = [
  { id: 'person', header: 'Person', width: 200, cell: ({ name }) => name ?? 'No one named' },
  {
    id: 'classification',
    header: eventFieldTexts.classification,
    width: 152,
    cell: ({ classification }) => (classification ? classificationTexts[classification] : 'By the form'),
  },
];

/** Cases that a figure of the dashboard counts, and the number of those that the user may not see. */
export function Component() {
  const { organization, modules } = useStarted();
  const seesOthers = useMay('VIEW_OTHER_USERS_EVENTS');
  const [{ metric, ...address }] = useUrlState(casesAddress);
  const page = readPage(useParams().currentPage);
  const range = rangeOf(address, monthOf(todayIn(organization.timeZone)));
  const query = useQuery(casesQuery(organization.guid, metric, range, page));
  const { of, many } = countedLabels[metric];
  const isOfEvents = metric === 'LEADING' || metric === 'LAGGING';
  const countsPersons = metric === 'TRIF' || metric === 'LTIF';
  const figure =
    query.data && !query.isPlaceholderData ? countText(metric, query.data.totalCount + query.data.hidden) : undefined;
  const hrefFor = (each: number) => metricsPaths.figureCases(each, { metric, ...range });
  const rowHref = modules.has('events') ? ({ eventId }: Case) => incidentsPaths.event(eventId) : undefined;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Dashboard', to: metricsPaths.dashboard() },
          { label: many.charAt(0).toUpperCase() + many.slice(1) },
        ]}
        title={figure ?? many.charAt(0).toUpperCase() + many.slice(1)}
        meta={`${of}, ${rangeText(range)}${isOfEvents && !seesOthers ? ', your own' : ''}`}
      />
      <QueryView query={query} home={metricsPaths.dashboard()} skeleton={<DataTableSkeleton density="comfortable" />}>
        {({ items, totalCount, hidden }) => (
          <>
            {items.length > 0 ? (
              <>
                <DataTable
                  caption={`${many}, ${rangeText(range)}`}
                  columns={countsPersons ? [...columns, ...personColumns] : columns}
                  rows={items}
                  rowKey={({ eventId, injuredPersonGuid }) => `${eventId} ${injuredPersonGuid}`}
                  rowHref={rowHref}
                  card={
                    rowHref &&
                    ((each) => (
                      <RecordCard
                        to={rowHref(each)}
                        meta={<b>{each.number}</b>}
                        when={formatDay(each.occurrenceDate)}
                        title={each.heading}
                        place={countsPersons ? personText(each) : undefined}
                      />
                    ))
                  }
                />
                <Pager page={page} pageSize={CASES_PAGE_SIZE} total={totalCount} hrefFor={hrefFor} />
              </>
            ) : totalCount > 0 ? (
              <NoSuchPage page={page} last={Math.ceil(totalCount / CASES_PAGE_SIZE)} first={hrefFor(1)} />
            ) : (
              <EmptyState
                title={hidden > 0 ? 'None that you may see' : `No ${many}`}
                text={
                  hidden > 0
                    ? 'The figure counts events that only others may see.'
                    : 'The figure counts none in these months.'
                }
              />
            )}
            {hidden > 0 && (
              <p className={css.hidden}>
                {totalCount > 0
                  ? `${hidden.toLocaleString('en-CA')} more that you may not see.`
                  : `${hidden.toLocaleString('en-CA')} that you may not see.`}
              </p>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}
