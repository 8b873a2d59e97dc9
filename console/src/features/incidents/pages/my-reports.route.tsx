import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { readPage, useList } from '../../../lib/url/list.ts';
import { paths } from '../../../lib/url/paths.ts';
import { Pager } from '../../../ui/data/Pager.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState, NoSuchPage, Skeleton } from '../../../ui/feedback/States.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { ThumbBar } from '../../../ui/layout/ThumbBar.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import { myReportsQuery } from '../api.ts';
import { MyReportEntry } from '../my-reports/MyReportEntry.tsx';
import { NOTHING_REPORTED } from '../my-reports/outcome-labels.ts';
import { incidentsPaths } from '../paths.ts';

const PAGE_SIZE = 10;
const pageOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export const loader = prefetching(({ organization }, { search }) => [
  myReportsQuery(organization.guid, pageOf(readPage(search.get('page') ?? undefined))),
]);

const ReportButton = ({ onPhone = false }: { onPhone?: boolean }) => (
  <ButtonLink
    variant="primary"
    {...(onPhone && { size: 'big', full: true })}
    to={incidentsPaths.reportEvent()}
    leading={<IconPlus size={20} aria-hidden />}
  >
    Report an event
  </ButtonLink>
);

/** What the user reported or entered for someone else, the newest first, with what became of each. */
export function Component() {
  const { organization } = useStarted();
  const { page, hrefFor } = useList({ fields: {}, hrefOf: incidentsPaths.myReports, filters: {} });
  const query = useQuery(myReportsQuery(organization.guid, pageOf(page)));
  const wide = useWide(768);
  useServerChanges(() => void query.refetch());
  const isEmpty = query.data?.totalCount === 0;
  return (
    <>
      <PageHeader
        title="My reports"
        meta="What you reported, and what came of it."
        actions={wide && !isEmpty && <ReportButton />}
      />
      <QueryView
        query={query}
        home={paths.home()}
        skeleton={<Skeleton widths={['36%', '72%', '58%', '40%', '80%', '52%']} />}
      >
        {({ items, totalCount }) => {
          if (totalCount === 0)
            return (
              <EmptyState
                title={NOTHING_REPORTED}
                text="Report what happened, or nearly happened, and read here what becomes of it."
                action={wide && <ReportButton />}
              />
            );
          if (items.length === 0)
            return <NoSuchPage page={page} last={Math.ceil(totalCount / PAGE_SIZE)} first={hrefFor(1)} />;
          return (
            <>
              <ul>
                {items.map((report) => (
                  <MyReportEntry key={report.eventId} report={report} />
                ))}
              </ul>
              <Pager page={page} pageSize={PAGE_SIZE} total={totalCount} hrefFor={hrefFor} />
            </>
          );
        }}
      </QueryView>
      <ThumbBar fixed>
        <ReportButton onPhone />
      </ThumbBar>
    </>
  );
}
