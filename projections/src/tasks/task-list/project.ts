import { createdTask, taskAfter, type TaskProgress } from '@plimsoll/contracts/tasks/progress';
import type { ControlType, TaskPriority, TaskState } from '@plimsoll/contracts/tasks/vocabulary';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { stepTaken } from '../../incidents/incident-progress.ts';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const taskTable = table('task', {
  key: ['task_guid'],
  columns: {
    task_guid: 'uuid',
    event_id: 'uuid',
    description: 'text',
    due_date: 'date',
    state: of<TaskState>('text'),
    priority: of<TaskPriority>('text'),
    control_type: of<ControlType | null>('text?'),
    root_cause: 'text?',
    created_by_guid: 'uuid',
    created_at: 'timestamptz',
    responsible_guid: 'uuid',
    verifier_guid: 'uuid',
    completed_by_guid: 'uuid?',
    completed_at: 'timestamptz?',
    verify_by: 'date?',
    was_completed: 'boolean',
    is_deleted: 'boolean',
    concerned: 'uuid[]',
    recurrences: 'uuid[]',
    revision: 'integer',
  },
  comments: {
    concerned: 'whoever made it, or is or was responsible for it or its verifier: they go on seeing it',
    recurrences: 'the incidents that have reopened it',
  },
  indexes: {
    due: '(tenant, due_date, task_guid) where not is_deleted',
    event: '(tenant, event_id)',
    responsible: "(tenant, responsible_guid) where state = 'OPEN' and not is_deleted",
    verifier: "(tenant, verify_by) where state = 'COMPLETED' and not is_deleted",
  },
  filtered: ['verifier_guid', 'concerned', 'completed_by_guid'],
});
export type TaskRow = RowOf<typeof taskTable>;

interface OpenTask {
  readonly taskGuid: string;
  task: TaskProgress;
}

const taskSteps = [
  'TaskChanged',
  'TaskCompleted',
  'TaskVerified',
  'TaskFoundNotEffective',
  'TaskReopened',
  'TaskCancelled',
  'TaskDeleted',
] as const;

const taskFold = foldStream<TaskRow, OpenTask>(taskTable, {
  of: 'task',
  begin: { TaskCreated: (event) => ({ taskGuid: event.stream.guid, task: createdTask(event.data, stepTaken(event)) }) },
  evolve: {
    ...each(taskSteps, (open: OpenTask, event: Recorded<(typeof taskSteps)[number]>) => {
      open.task = taskAfter(open.task, event, stepTaken(event));
    }),
    // Its files are read from the log.
    ...each(
      ['AttachmentAdded', 'AttachmentChanged', 'AttachmentDeleted', 'AttachmentRestored', 'AttachmentErased'],
      (open: OpenTask, { revision }: RecordedEvent) => {
        open.task = { ...open.task, revision };
      },
    ),
  },
  read: (row) => ({
    taskGuid: row.task_guid,
    task: {
      eventId: row.event_id,
      description: row.description,
      dueDate: row.due_date,
      state: row.state,
      priority: row.priority,
      controlType: row.control_type,
      rootCause: row.root_cause,
      createdByGuid: row.created_by_guid,
      createdAt: row.created_at,
      responsibleGuid: row.responsible_guid,
      verifierGuid: row.verifier_guid,
      completedByGuid: row.completed_by_guid,
      completedAt: row.completed_at,
      verifyBy: row.verify_by,
      wasCompleted: row.was_completed,
      isDeleted: row.is_deleted,
      concerned: row.concerned,
      recurrences: row.recurrences,
      revision: row.revision,
    },
  }),
  write: ({ taskGuid, task }) => ({
    task_guid: taskGuid,
    event_id: task.eventId,
    description: task.description,
    due_date: task.dueDate,
    state: task.state,
    priority: task.priority,
    control_type: task.controlType,
    root_cause: task.rootCause,
    created_by_guid: task.createdByGuid,
    created_at: task.createdAt,
    responsible_guid: task.responsibleGuid,
    verifier_guid: task.verifierGuid,
    completed_by_guid: task.completedByGuid,
    completed_at: task.completedAt,
    verify_by: task.verifyBy,
    was_completed: task.wasCompleted,
    is_deleted: task.isDeleted,
    concerned: task.concerned,
    recurrences: task.recurrences,
    revision: task.revision,
  }),
});

/** Corrective actions. Whether one is overdue depends on the date, so queries compute it. */
export const taskList = defineReadModel({ name: 'task-list', version: 1, tables: [taskTable], folds: [taskFold] });
