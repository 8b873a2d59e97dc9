import type { TaskListItem } from '@plimsoll/contracts/tasks/answers';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { tasksPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { BadgeCell, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { dueWords, eventWords, fieldWords, holderWords, nextDay, priorityWords } from '../labels.ts';
import { TaskStatusBadge } from './TaskStatusBadge.tsx';

const withWords = (task: TaskListItem, viewerGuid: string): string => {
  const holder = holderWords(task, viewerGuid);
  return holder && `with ${holder}`;
};

/** How late an action is, or by when it has to be checked; undefined if it needs neither. */
const lateWords = (task: TaskListItem, today: string): string | undefined => {
  const day = nextDay(task);
  if (day === null) return undefined;
  return task.status === 'COMPLETED' ? `check it by ${formatDay(day, { withYear: false })}` : dueWords(day, today);
};

/** Columns of corrective actions; on an event's page without the event and narrower. */
export function useTaskColumns({ besideEvent = false } = {}): readonly DataColumn<TaskListItem>[] {
  const { user, organization } = useStarted();
  const today = todayIn(organization.timeZone);
  return [
    {
      id: 'due',
      header: fieldWords.dueDate,
      width: 152,
      cell: ({ dueDate }) => <time dateTime={dueDate}>{formatDay(dueDate)}</time>,
      sub: (task) => lateWords(task, today),
    },
    {
      id: 'description',
      header: fieldWords.description,
      primary: true,
      cell: ({ description }) => headingOf(description),
      sub: (task) => (besideEvent ? undefined : eventWords(task)),
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
      cell: (task) => <BadgeCell badge={<TaskStatusBadge status={task.status} />} under={withWords(task, user.guid)} />,
    },
    ...(besideEvent
      ? []
      : [
          {
            id: 'priority',
            header: fieldWords.priority,
            width: 104,
            from: 1024,
            cell: ({ priority }: TaskListItem) => priorityWords[priority],
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
          {priorityWords[task.priority]} priority
        </>
      }
      when={formatDay(task.dueDate, { withYear: !task.dueDate.startsWith(today.slice(0, 4)) })}
      title={headingOf(task.description)}
      place={lateWords(task, today)}
      holder={withWords(task, user.guid)}
      badges={<TaskStatusBadge status={task.status} />}
    />
  );
}
