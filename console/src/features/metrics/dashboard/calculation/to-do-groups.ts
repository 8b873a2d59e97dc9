import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { Notification } from '@plimsoll/contracts/notifications/notification';

export const toDoGroups = ['overdue', 'thisWeek', 'later', 'waiting'] as const;
export type ToDoGroup = (typeof toDoGroups)[number];

/** Sunday that ends the week of a day. */
export function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 ? day : addDays(day, 7 - weekday);
}

const dueOf = (notification: Notification): string | null => ('dueDate' in notification ? notification.dueDate : null);

function groupOf(notification: Notification, sunday: string): ToDoGroup {
  if (notification.isOverdue) return 'overdue';
  const due = dueOf(notification);
  if (due === null) return 'waiting';
  return due <= sunday ? 'thisWeek' : 'later';
}

/**
 * Groups tasks by due date, earliest first. Tasks without a due date keep their order.
 *
 * @param today in the organization's time zone
 */
export function groupToDo(
  items: readonly Notification[],
  today: string,
): Readonly<Record<ToDoGroup, readonly Notification[]>> {
  const sunday = endOfWeek(today);
  const soonest = [...items].sort((a, b) => (dueOf(a) ?? '').localeCompare(dueOf(b) ?? ''));
  const of = (group: ToDoGroup) => soonest.filter((notification) => groupOf(notification, sunday) === group);
  return { overdue: of('overdue'), thisWeek: of('thisWeek'), later: of('later'), waiting: of('waiting') };
}
