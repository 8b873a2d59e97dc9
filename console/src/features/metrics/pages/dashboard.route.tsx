import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { prefetching } from '../../../lib/api/loader.ts';
import { notificationsQuery } from '../../notifications/public/notifications-query.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { NewestReports } from '../../incidents/public/NewestReports.tsx';
import { newestReportsQuery } from '../../incidents/public/my-reports-query.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { formatLongDay, greeting, todayIn } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { column, Grid } from '../../../ui/layout/Grid.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { ThumbBar } from '../../../ui/layout/ThumbBar.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { dashboardQuery } from '../dashboard/api.ts';
import { PageSkeleton } from '../dashboard/components/PageSkeleton.tsx';
import { FirstSteps } from '../dashboard/components/FirstSteps.tsx';
import { isEmpty, useFirstSteps } from '../dashboard/first-steps.ts';
import { EventsCard } from '../dashboard/components/EventsCard.tsx';
import { RangePicker } from '../dashboard/components/RangePicker.tsx';
import { AnswersSection } from '../dashboard/components/AnswersSection.tsx';
import { RateCard } from '../dashboard/components/RateCard.tsx';
import { TasksSection } from '../dashboard/components/TasksSection.tsx';
import css from '../dashboard/components/Dashboard.module.css';
import { addressOf, rangeAddress, rangeOf, rangeSentence } from '../dashboard/calculation/range.ts';

const LimitsDialog = lazy(() =>
  import('../dashboard/components/LimitsDialog.tsx').then((module) => ({ default: module.LimitsDialog })),
);

/** Prefetches the figures while the chunk is loading. */
export const loader = prefetching(({ organization, modules, permissions }, { search }) => {
  if (!modules.has('dashboard')) return [];
  const range = rangeOf(readState(rangeAddress, search), monthOf(todayIn(organization.timeZone)));
  return [
    dashboardQuery(organization, range),
    notificationsQuery(organization.guid),
    formsQuery(organization.guid),
    ...(modules.has('events') && !permissions.has('VIEW_OTHER_USERS_EVENTS')
      ? [newestReportsQuery(organization.guid)]
      : []),
  ];
});

/** Date and hour of the browser's clock. */
function localClock(now: Date): { day: string; hour: number } {
  const two = (number: number) => String(number).padStart(2, '0');
  return { day: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`, hour: now.getHours() };
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

export function Component() {
  const { organization, user, modules } = useStarted();
  const wide = useWide(768);
  const beside = useWide(1024);
  const running = monthOf(todayIn(organization.timeZone));
  const [address, { push }] = useUrlState(rangeAddress);
  const range = rangeOf(address, running);
  const query = useQuery(dashboardQuery(organization, range));
  const forms = useQuery(formsQuery(organization.guid)).data?.items ?? [];
  const hasTasks = modules.has('reportedEvents');
  const toDo = useQuery({ ...notificationsQuery(organization.guid), enabled: hasTasks });
  // What became of their reports is what people come for who see no other events.
  const showsReports = !useMay('VIEW_OTHER_USERS_EVENTS') && modules.has('events');
  const reports = useQuery({ ...newestReportsQuery(organization.guid), enabled: showsReports });
  const firstSteps = useFirstSteps(address.from || address.to ? undefined : query.data);
  // Figures, tasks and first steps are shown together, so that nothing moves while being read. After that, each reloads
  // in place.
  const [hasLoaded, setLoaded] = useState(false);
  const isWaiting = !hasLoaded && (query.isPending || toDo.isLoading || reports.isLoading || firstSteps.isLoading);
  if (!isWaiting && !hasLoaded) setLoaded(true);
  const [isSettingLimits, setSettingLimits] = useState(false);

  const { day, hour } = localClock(new Date());
  const picker = (
    <RangePicker
      range={range}
      running={running}
      isDefault={!address.from && !address.to}
      onChoose={(next) => push(addressOf(next, running))}
    />
  );
  const reportsLink = modules.has('events') && !showsReports && (
    <ButtonLink variant="quiet" to={incidentsPaths.myReports()}>
      My reports
    </ButtonLink>
  );
  const tasks = hasTasks && <TasksSection newest={toDo} className={column(4)} />;
  const mayReport = modules.has('events');
  const isNew = firstSteps.steps.length > 0;
  const hasFigures = !(isNew && query.data && isEmpty(query.data));
  // The next step has the primary button as long as there are steps.
  const reportLook = isNew ? 'secondary' : 'primary';
  const openLimits = () => setSettingLimits(true);
  return (
    <>
      <PageHeader
        title={`${greeting(hour)}, ${firstName(user.name)}`}
        meta={
          wide
            ? `${formatLongDay(day)}. Figures for all worksites, ${rangeSentence(range, running)}.`
            : formatLongDay(day)
        }
        actions={
          wide && (
            <>
              {picker}
              {reportsLink}
              {mayReport && (
                <ButtonLink
                  variant={reportLook}
                  to={incidentsPaths.reportEvent()}
                  leading={<IconPlus size={20} aria-hidden />}
                >
                  Report an event
                </ButtonLink>
              )}
            </>
          )
        }
      />
      {isWaiting ? (
        <PageSkeleton />
      ) : (
        <Grid>
          {showsReports && (
            <div>
              <NewestReports query={reports} />
            </div>
          )}
          {isNew && (
            <FirstSteps
              steps={firstSteps.steps}
              onHide={firstSteps.hide}
              className={hasFigures ? undefined : column(8)}
            />
          )}
          {!beside && tasks}
          {!wide && (
            <div className={css.rangeOnPhone}>
              {hasFigures && picker}
              {reportsLink}
            </div>
          )}
          {hasFigures && (
            <div className={column(8)}>
              <QueryView query={query} home={incidentsPaths.eventList()}>
                {(dashboard) => <RateCard dashboard={dashboard} onSetLimits={openLimits} metric="trif" isLead />}
              </QueryView>
            </div>
          )}
          {beside && tasks}
          {query.data && hasFigures && (
            <QueryView query={query}>
              {(dashboard) => (
                <Grid>
                  <RateCard dashboard={dashboard} onSetLimits={openLimits} metric="ltif" className={column(6)} />
                  <RateCard dashboard={dashboard} onSetLimits={openLimits} metric="mvif" className={column(6)} />
                  <EventsCard dashboard={dashboard} forms={forms} kind="leading" className={column(6)} />
                  <EventsCard dashboard={dashboard} forms={forms} kind="lagging" className={column(6)} />
                </Grid>
              )}
            </QueryView>
          )}
          {hasFigures && (
            <div>
              <AnswersSection />
            </div>
          )}
        </Grid>
      )}
      {isSettingLimits && (
        <Suspense fallback={null}>
          <LimitsDialog range={range} onClose={() => setSettingLimits(false)} />
        </Suspense>
      )}
      {mayReport && (
        <ThumbBar fixed>
          <ButtonLink
            variant={reportLook}
            size="big"
            full
            to={incidentsPaths.reportEvent()}
            leading={<IconPlus size={24} aria-hidden />}
          >
            Report an event
          </ButtonLink>
        </ThumbBar>
      )}
    </>
  );
}
