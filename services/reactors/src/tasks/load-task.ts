import type { FormSnapshot, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { taskEvents, type TaskEvent } from '@plimsoll/contracts/tasks/events';
import { createdTask, taskAfter, type TaskProgress } from '@plimsoll/contracts/tasks/progress';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { stepTaken } from '@plimsoll/projections/incidents/incident-progress';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { MailContext } from '../mail/define-mail.ts';
import type { SkipReason } from '../mail/mail.ts';
import { listMembers } from '../mail/recipients.ts';
import type { TaskMailKind } from './compose-task-mail.ts';

/** Ids of a job for a mail about an action. */
export interface TaskIds {
  readonly tenant: string;
  readonly task: string;
  /** Of the event that assigned it. */
  readonly revision?: number;
  /** By which it is due, for reminders; with the days that have passed since then. */
  readonly day?: string;
  readonly step?: number;
}

/** An action with its incident and the organization's members. */
export interface LoadedTask {
  readonly task: TaskProgress;
  readonly events: readonly RecordedEvent[];
  readonly incident: {
    readonly number: number;
    readonly form: FormSnapshot;
    readonly facts: IncidentFacts;
    readonly isSeenBy: (member: Member) => boolean;
  };
  readonly members: readonly Member[];
}

const types: ReadonlySet<string> = new Set(taskEvents.map(({ type }) => type));

/** Whether an event assigns the action, for the first time or again. */
const assigns = ({ type, data }: RecordedEvent): boolean =>
  type === 'TaskCreated' ||
  type === 'TaskReopened' ||
  type === 'TaskFoundNotEffective' ||
  (type === 'TaskChanged' && (data as { responsibleGuid?: string }).responsibleGuid !== undefined);

export const lastAssignment = (events: readonly RecordedEvent[]): RecordedEvent => events.findLast(assigns)!;

function foldTask([created, ...later]: readonly RecordedEvent[]): TaskProgress {
  const { data } = created as unknown as Extract<TaskEvent, { type: 'TaskCreated' }>;
  return later.reduce(
    (task, event) => taskAfter(task, event as unknown as Exclude<TaskEvent, { type: 'TaskCreated' }>, stepTaken(event)),
    createdTask(data, stepTaken(created!)),
  );
}

/** Whether the mail's reason still holds: the same assignment, or the same due date. */
function isStillDue(
  kind: TaskMailKind,
  { revision, day }: TaskIds,
  task: TaskProgress,
  events: readonly RecordedEvent[],
) {
  if (kind === 'ACTION_ASSIGNED') return task.state === 'OPEN' && lastAssignment(events).revision === revision;
  if (kind === 'ACTION_VERIFICATION') return task.state === 'COMPLETED' && task.verifyBy === day;
  return task.state === 'OPEN' && task.dueDate === day;
}

/**
 * Loads an action and its incident from the log, if its mail is still due; otherwise the reason. @throws
 * UnreadableEvent
 */
export async function loadTask(
  kind: TaskMailKind,
  ids: TaskIds,
  { log, reader }: Pick<MailContext, 'log' | 'reader'>,
): Promise<LoadedTask | SkipReason> {
  const { tenant, task: guid } = ids;
  const events = (await log.load(tenant, { kind: 'task', guid })).filter(({ type }) => types.has(type));
  if (events.length === 0) return 'There is no such action';
  const task = foldTask(events);
  if (task.isDeleted) return 'It was deleted';
  if (!isStillDue(kind, ids, task, events)) return 'It is not with them any more, or not by then';
  const incidentEvents = await log.load(tenant, { kind: 'incident', guid: task.eventId });
  if (incidentEvents.length === 0) return 'There is no such event';
  const { number, form, facts, progress } = foldIncident(incidentEvents);
  if (progress.deletedAt !== null) return 'Its event was deleted';
  return {
    task,
    events,
    members: await listMembers(reader, tenant),
    incident: {
      number,
      form,
      facts,
      isSeenBy: (member) => visibilityOf({ ...progress, isSensitive: form.isSensitive }, member) === 'SEEN',
    },
  };
}
