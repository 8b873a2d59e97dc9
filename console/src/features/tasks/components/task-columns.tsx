import type { TaskListItem } from '@plimsoll/contracts/tasks/answers';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { tasksPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { BadgeCell, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { awaitsCheck, dueText, eventLabel, fieldLabels, holderText, nextDate, priorityLabels } from '../labels.ts';
import { TaskStatusBadge } from './TaskStatusBadge.tsx';

const withHolder = (task: TaskListItem, viewerGuid: string): string => {
  const holder = holderText(task, viewerGuid);
  return holder && `with ${holder}`;
};

/** How late an action is, or by when it has to be checked; undefined if it needs neither. */
const shortDueText = (task: TaskListItem, today: string): string | undefined => {
  const day = nextDate(task);
  if (day === null) return undefined;
  if (task.status === 'CHECK_OVERDUE') return `check ${dueText(day, today)}`;
  return awaitsCheck(task.status) ? `check it by ${formatDay(day, { withYear: false })}` : dueText(day, today);
};

/** Columns of corrective actions; on an event's page without the event and narrower. */
export function useTaskColumns({ besideEvent = false } = {}): readonly DataColumn<TaskListItem>[] {
  const { user, organization } = useStarted();
  const today = todayIn(organization.timeZone);
  return [
    {
      id: 'due',
      header: fieldLabels.dueDate,
      width: 152,
      cell: ({ dueDate }) => <time dateTime={dueDate}>{formatDay(dueDate)}</time>,
      sub: (task) => shortDueText(task, today),
    },
    {
      id: 'description',
      header: fieldLabels.description,
      primary: true,
      cell: ({ description }) => headingOf(description),
      sub: (task) => (besideEvent ? undefined : [eventLabel(task), task.worksiteName].filter(Boolean).join(' · ')),
    },
    ...(besideEvent
      ? []
      : [
          {
            id: 'responsible',
            header: 'Responsible',
            width: 176,
            from: 1261,
            cell: ({ responsible }: TaskListItem) => responsible.name,
          } as const,
        ]),
    {
      id: 'status',
      header: 'Status',
      width: 200,
      cell: (task) => (
        <BadgeCell
          badge={<TaskStatusBadge task={task} timeZone={organization.timeZone} />}
          under={withHolder(task, user.guid)}
        />
      ),
    },
    ...(besideEvent
      ? []
      : [
          {
            id: 'priority',
            header: fieldLabels.priority,
            width: 104,
            from: 1024,
            cell: ({ priority }: TaskListItem) => priorityLabels[priority],
          } as const,
        ]),
  ];
}

/** Card of a corrective action, used on phones. */
export function TaskCard({ task, besideEvent = false }: { task: TaskListItem; besideEvent?: boolean }) {
  const { user, organization } = useStarted();
  const today = todayIn(organization.timeZone);
  return (
    <RecordCard
      to={tasksPaths.task(task.taskGuid)}
      meta={
        <>
          {!besideEvent && task.eventNumber !== null && (
            <>
              <b>{task.eventNumber}</b> ·{' '}
            </>
          )}
          {priorityLabels[task.priority]} priority
        </>
      }
      when={formatDay(task.dueDate, { withYear: !task.dueDate.startsWith(today.slice(0, 4)) })}
      title={headingOf(task.description)}
      place={[shortDueText(task, today), !besideEvent && task.worksiteName].filter(Boolean).join(' · ')}
      holder={withHolder(task, user.guid)}
      badges={<TaskStatusBadge task={task} timeZone={organization.timeZone} />}
    />
  );
}
