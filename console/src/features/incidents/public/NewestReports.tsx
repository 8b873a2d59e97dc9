import type { UseQueryResult } from '@tanstack/react-query';
import type { MyReportList } from '@plimsoll/contracts/incidents/my-reports';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { MyReportEntry } from '../my-reports/MyReportEntry.tsx';
import css from '../my-reports/MyReports.module.css';
import { NOTHING_REPORTED } from '../my-reports/outcome-labels.ts';
import { incidentsPaths } from '../paths.ts';

/** The newest reports of the user on the dashboard, with what became of them, and a link to all. */
export function NewestReports({ query }: { query: UseQueryResult<MyReportList> }) {
  return (
    <Section title="My reports">
      <QueryView query={query} skeleton={<Skeleton widths={['36%', '72%', '58%']} />}>
        {({ items, totalCount }) =>
          totalCount === 0 ? (
            <p className={css.muted}>{NOTHING_REPORTED}. What you report appears here, with what became of it.</p>
          ) : (
            <>
              <ul>
                {items.map((report) => (
                  <MyReportEntry key={report.eventId} report={report} level="h3" />
                ))}
              </ul>
              <ButtonLink variant="quiet" flush to={incidentsPaths.myReports()}>
                {totalCount > items.length ? `View all ${totalCount} of my reports` : 'Open my reports'}
              </ButtonLink>
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
