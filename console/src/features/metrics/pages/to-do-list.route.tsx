import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { bellTitle, taskListTexts } from '@plimsoll/contracts/notifications/notification-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { taskOf } from '../../notifications/public/labels.ts';
import { tasksIn } from '../../notifications/public/notification-contents.ts';
import { notificationsQuery } from '../../notifications/public/notifications-query.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { metricsPaths } from '../paths.ts';
import { tasksPaths } from '../../tasks/paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { useFrozenData } from '../../../lib/api/frozen-data.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Newer } from '../../../ui/feedback/UpdateAvailableBanner.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/States.tsx';
import { TaskList } from '../../../ui/data/TaskList.tsx';
import { dismissNotification } from '../dashboard/api.ts';
import { groupToDo, toDoGroups, type ToDoGroup } from '../dashboard/calculation/to-do-groups.ts';
import css from '../dashboard/components/Dashboard.module.css';

export const loader = prefetching(({ organization, modules }) =>
  modules.has('reportedEvents') ? [notificationsQuery(organization.guid)] : [],
);

const titles: Readonly<Record<ToDoGroup, string>> = {
  overdue: 'Overdue',
  thisWeek: 'This week',
  later: 'Later',
  waiting: 'Waiting for you',
};

/** All tasks of the user: overdue, due this week, due later, and without a due date. */
export function Component() {
  const { organization, modules } = useStarted();
  const newest = useQuery({ ...notificationsQuery(organization.guid), enabled: modules.has('reportedEvents') });
  const { shown, isBehind, catchUp } = useFrozenData(newest.data, !newest.isFetching, tasksIn);
  const hasEvents = modules.has('events');
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Dashboard', to: metricsPaths.dashboard() }, { label: 'To do' }]}
        title="To do"
        meta={shown && shown.totalCount > 0 ? `${bellTitle(shown.totalCount, shown.overdueCount)}.` : undefined}
        actions={
          hasEvents && (
            <ButtonLink variant="quiet" flush to={tasksPaths.tasks()}>
              All corrective actions
            </ButtonLink>
          )
        }
      />
      {isBehind && <Newer text={taskListTexts.changed} label={taskListTexts.showLatest} onClick={catchUp} />}
      <QueryView
        query={{
          ...newest,
          data: modules.has('reportedEvents') ? shown : { items: [], totalCount: 0, overdueCount: 0 },
        }}
        home={metricsPaths.dashboard()}
        skeleton={<Skeleton widths={['46%', '88%', '82%', '90%', '70%', '84%']} />}
      >
        {({ items, totalCount }) => {
          if (totalCount === 0)
            return (
              <EmptyState
                icon={IconCircleCheck}
                title={taskListTexts.none}
                text="Reviews, approvals, corrective actions and monthly figures that are yours to do appear here."
              />
            );
          const groups = groupToDo(items, todayIn(organization.timeZone));
          return (
            <Stack>
              {toDoGroups.map(
                (group) =>
                  groups[group].length > 0 && (
                    <Section
                      key={group}
                      title={titles[group]}
                      action={<small style={{ color: 'var(--muted)' }}>{groups[group].length}</small>}
                    >
                      <TaskList
                        tasks={groups[group].map(taskOf)}
                        after={({ kind, key, title }) =>
                          kind === 'LOAD_LINE' && <DismissCrossing notificationGuid={key} title={title} />
                        }
                      />
                    </Section>
                  ),
              )}
              {totalCount > items.length && (
                <p className={css.all}>
                  These are the first {items.length}; the others follow as they are done.{' '}
                  {hasEvents && (
                    <Link to={incidentsPaths.eventList(1, { state: 'REPORTED' })}>All reported events</Link>
                  )}
                </p>
              )}
            </Stack>
          );
        }}
      </QueryView>
    </>
  );
}

/** Button that dismisses a crossed limit for all admins. */
function DismissCrossing({ notificationGuid, title }: { notificationGuid: string; title: string }) {
  const { organization } = useStarted();
  const dismissal = useCommand(dismissNotification);
  const [busy, setBusy] = useState(false);
  const dismiss = () => {
    setBusy(true);
    dismissal
      .send({ asked: { params: { notificationGuid }, query: { organizationGuid: organization.guid } }, key: newGuid() })
      .catch((error: unknown) => {
        setBusy(false);
        showAlert({ type: 'error', title: 'It was not dismissed', subtitle: errorText(error) });
      });
  };
  return (
    <Button
      size="s"
      variant="quiet"
      flush
      aria-label={`Dismiss for all admins: ${title}`}
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={dismiss}
    >
      Dismiss for all admins
    </Button>
  );
}
