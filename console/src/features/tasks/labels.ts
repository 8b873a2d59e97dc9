import { fileVerbs } from '@plimsoll/contracts/attachments/attachment-texts';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import type { TaskDetail, TaskListItem } from '@plimsoll/contracts/tasks/answers';
import type { TaskEvent } from '@plimsoll/contracts/tasks/events';
import type { ControlType, ListedTaskStatus, TaskCommand, TaskPriority } from '@plimsoll/contracts/tasks/vocabulary';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { formatDay } from '../../lib/format/time.ts';

/** Labels of corrective actions, shared by all screens. */
export const statusLabels: Readonly<Record<ListedTaskStatus, string>> = {
  TO_DO: 'To do',
  OVERDUE: 'Overdue',
  CHECK_OVERDUE: 'Check overdue',
  OPEN: 'Open',
  COMPLETED: 'Completed',
  VERIFIED: 'Verified',
  CANCELLED: 'Cancelled',
};

export const priorityLabels: Readonly<Record<TaskPriority, string>> = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' };

/** Badge of a completed action on the day of its check. */
export const CHECK_DUE = 'Check due today';

/** Kinds of control, from the most effective on, each with its meaning. */
export const controlLabels: Readonly<Record<ControlType, { label: string; hint: string }>> = {
  ELIMINATION: { label: 'Elimination', hint: 'the danger is gone' },
  SUBSTITUTION: { label: 'Substitution', hint: 'something less dangerous instead' },
  ENGINEERING: { label: 'Engineering', hint: 'people are kept apart from it' },
  ADMINISTRATIVE: { label: 'Administrative', hint: 'how people work' },
  PPE: { label: 'Protective equipment', hint: 'what people wear' },
};

export const fieldLabels = {
  description: 'What is to be done',
  dueDate: 'Due date',
  responsible: 'Responsible person',
  verifier: 'Who checks whether it worked',
  priority: 'Priority',
  controlType: 'Kind of control',
  rootCause: 'Root cause',
} as const;

export const commandLabels: Readonly<Record<TaskCommand, string>> = {
  change: 'Change action',
  complete: 'Complete action',
  verify: 'Check action',
  reopen: 'Reopen action',
  cancel: 'Cancel action',
  delete: 'Delete action',
};

/** Consequence of the next step, shown below its button. */
export const consequences: Partial<Record<TaskCommand, string>> = {
  complete: 'Somebody else then checks whether it worked.',
  verify: 'What did not work is open again.',
  reopen: 'Reopening asks for it again, with a new due date.',
};

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** "due today", "due in 3 days", "2 days overdue". Both dates are in the organization's time zone. */
export function dueText(dueDate: string, today: string): string {
  const days = daysBetween(today, dueDate);
  if (days < 0) return `${counted(-days)} overdue`;
  return days === 0 ? 'due today' : `due in ${counted(days)}`;
}

/** Whether it is done and waits for its check. */
export const awaitsCheck = (status: TaskListItem['status']): boolean =>
  status === 'COMPLETED' || status === 'CHECK_OVERDUE';

/** Date by which it has to be done or checked; null if neither is pending. */
export const nextDate = ({
  status,
  dueDate,
  verifyBy,
}: Pick<TaskListItem, 'status' | 'dueDate' | 'verifyBy'>): string | null =>
  status === 'OPEN' || status === 'OVERDUE' ? dueDate : awaitsCheck(status) ? verifyBy : null;

/** "due 25 Nov 2026, in 6 days", "to be checked by 19 Dec 2026, in 30 days"; null if nothing is pending. */
export function nextDateText(task: Parameters<typeof nextDate>[0], today: string): string | null {
  const day = nextDate(task);
  if (day === null) return null;
  return `${awaitsCheck(task.status) ? 'to be checked by' : 'due'} ${formatDay(day)}, ${dueText(day, today).replace(/^due /, '')}`;
}

type TaskState = Pick<TaskListItem, 'status' | 'responsible' | 'verifier' | 'completedBy'>;

/** Who must act next: 'ADMINS' if the verifier completed it themselves, null if nothing is pending. */
export function holderOf({
  status,
  responsible,
  verifier,
  completedBy,
}: TaskState): TaskListItem['responsible'] | 'ADMINS' | null {
  if (status === 'OPEN' || status === 'OVERDUE') return responsible;
  if (!awaitsCheck(status)) return null;
  return completedBy?.userGuid === verifier.userGuid ? 'ADMINS' : verifier;
}

/** "you", "Mei Tanaka", "an admin"; empty if nothing is pending. */
export function holderText(task: TaskState, viewerGuid: string): string {
  const holder = holderOf(task);
  if (holder === null) return '';
  if (holder === 'ADMINS') return 'an admin';
  return holder.userGuid === viewerGuid ? 'you' : nameWithin(holder.name);
}

type HistoryItem = TaskDetail['history'][number];

const verbs: Readonly<Record<(TaskEvent | AttachmentEvent)['type'], string>> = {
  TaskCreated: 'asked for it',
  TaskChanged: 'changed it',
  TaskCompleted: 'completed it',
  TaskVerified: 'found that it worked',
  TaskFoundNotEffective: 'found that it did not work',
  TaskReopened: 'reopened it',
  TaskCancelled: 'cancelled it',
  TaskDeleted: 'deleted it',
  ...fileVerbs,
};

/** What an actor did, following their name: "completed it". */
export const actionText = ({ type }: Pick<HistoryItem, 'type'>): string =>
  (verbs as Readonly<Record<string, string>>)[type] ?? type;

/** The last step that returned an open action to the responsible person; undefined if it was not returned. */
export function returnStep({ status, history }: Pick<TaskDetail, 'status' | 'history'>): HistoryItem | undefined {
  if (status !== 'OPEN' && status !== 'OVERDUE') return undefined;
  return history.findLast(({ type }) => type === 'TaskFoundNotEffective' || type === 'TaskReopened');
}

/** The due date that a step has set, as a list with at most one change. */
export const dueDateChange = ({ dueDate }: Pick<HistoryItem, 'dueDate'>): { field: string; to: string }[] =>
  dueDate === null ? [] : [{ field: fieldLabels.dueDate, to: formatDay(dueDate) }];

/** "1048 · Forklift reversed into the racking"; without the number for users who may not see the event. */
export const eventLabel = ({
  eventNumber,
  eventHeading,
}: Pick<TaskListItem, 'eventNumber' | 'eventHeading'>): string | undefined =>
  [eventNumber, eventHeading].filter((part) => part !== null).join(' · ') || undefined;
