import { useQuery } from '@tanstack/react-query';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useMatch, useNavigate } from 'react-router';
import { prefetching } from '../../../lib/api/loader.ts';
import { useOpenEvent, useRailWithin } from '../../incidents/public/open-event.ts';
import { incidentsPaths, incidentsPattern } from '../../incidents/paths.ts';
import { tasksPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { eventTasksQuery } from '../public/tasks-queries.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { DataTable } from '../../../ui/data/DataTable.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import css from '../components/Task.module.css';
import { TaskCard, useTaskColumns } from '../components/task-columns.tsx';

const AddTaskDialog = lazy(() =>
  import('../dialogs/AddTaskDialog.tsx').then((module) => ({ default: module.AddTaskDialog })),
);

export const loader = prefetching(({ organization }, { params }) => [
  eventTasksQuery(organization.guid, params.eventId!),
]);

/** Corrective actions of the open event, and a link to add one. */
export function Component() {
  const { organization } = useStarted();
  const { eventId, number, mayAddTask } = useOpenEvent();
  const query = useQuery(eventTasksQuery(organization.guid, eventId));
  const columns = useTaskColumns({ besideEvent: true });
  const isAdding = useMatch(incidentsPattern.addTask) !== null && mayAddTask;
  const navigate = useNavigate();
  const rail = useRailWithin();
  const isEmpty = query.data?.totalCount === 0;
  const add = mayAddTask && (
    <ButtonLink
      variant={isEmpty ? undefined : 'quiet'}
      size={isEmpty ? undefined : 's'}
      to={incidentsPaths.addTask(eventId)}
      leading={<IconPlus size={20} aria-hidden />}
      preventScrollReset
    >
      Add an action…
    </ButtonLink>
  );
  return (
    <Stack>
      <Section title="Corrective actions" action={!isEmpty && add}>
        <QueryView query={query} home={incidentsPaths.event(eventId)}>
          {({ items, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon={IconListCheck}
                title="No corrective actions yet"
                text="What is to be done so that it does not happen again, by whom and by when, and who checks whether it worked."
                action={add}
              />
            ) : (
              <>
                <DataTable
                  caption={`Corrective actions of event ${number}`}
                  columns={columns}
                  rows={items}
                  rowKey={({ taskGuid }) => taskGuid}
                  rowHref={({ taskGuid }) => tasksPaths.task(taskGuid)}
                  card={(task) => <TaskCard task={task} besideEvent />}
                />
                {totalCount > items.length && (
                  <p className={css.all}>
                    <Link to={tasksPaths.tasks(1, { status: 'ALL', eventId })}>See all {totalCount} of them</Link>
                  </p>
                )}
              </>
            )
          }
        </QueryView>
      </Section>
      {rail}
      {isAdding && (
        <Suspense fallback={null}>
          <AddTaskDialog
            eventId={eventId}
            number={number}
            onClose={() =>
              void navigate(incidentsPaths.eventTasks(eventId), { replace: true, preventScrollReset: true })
            }
          />
        </Suspense>
      )}
    </Stack>
  );
}
