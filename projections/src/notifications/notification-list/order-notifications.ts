import { addMonths, monthOf, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { MAX_NOTIFICATIONS, type Notification, type ToDoList } from '@plimsoll/contracts/notifications/notification';

/** Maximum number of past months to remind of missing figures. */
export const MONTHS_BACK = 12;

/**
 * Returns the ended months without hours: since the organization was created, at most twelve back, newest first. A
 * month is due from the 1st of the next one.
 */
export function monthsWithoutFigures(createdDate: string, today: string, entered: ReadonlySet<YearMonth>): YearMonth[] {
  const running = monthOf(today);
  const created = monthOf(createdDate);
  const earliest = addMonths(running, -MONTHS_BACK);
  return monthsBetween(created > earliest ? created : earliest, addMonths(running, -1))
    .filter((month) => !entered.has(month))
    .reverse();
}

/**
 * Whether a notification is overdue: monthly figures always, a corrective action after its due date, incidents never.
 */
export function isOverdue(notification: { type: Notification['type']; dueDate?: string }, today: string): boolean {
  return (
    notification.type === 'MONTHLY_REPORTING' ||
    ((notification.type === 'CORRECTIVE_ACTION' || notification.type === 'ACTION_VERIFICATION') &&
      notification.dueDate! < today)
  );
}

function sortDate(notification: Notification, today: string): string {
  if (notification.type === 'CORRECTIVE_ACTION' || notification.type === 'ACTION_VERIFICATION')
    return notification.dueDate;
  return notification.type === 'MONTHLY_REPORTING' || notification.type === 'LOAD_LINE'
    ? today
    : notification.occurrenceDate;
}

/** Orders notifications of the same day, so that the order is stable: newest month or highest number first. */
function tieBreaker(notification: Notification): string {
  if (notification.type === 'MONTHLY_REPORTING') return notification.month;
  if (notification.type === 'LOAD_LINE') return notification.metric;
  return notification.type === 'CORRECTIVE_ACTION' || notification.type === 'ACTION_VERIFICATION'
    ? notification.taskId
    : String(notification.number).padStart(12, '0');
}

/**
 * Orders notifications: overdue ones first, so that a list of the first few never hides them behind what is due later;
 * then by due date, latest first, otherwise by date of occurrence, or today. Lists the first of very many, but counts
 * all.
 */
export function orderNotifications(items: readonly Notification[], today: string): ToDoList {
  const ordered = items
    .map((item) => ({ item, date: sortDate(item, today), tie: `${item.type} ${tieBreaker(item)}` }))
    .sort(
      (one, other) =>
        Number(other.item.isOverdue) - Number(one.item.isOverdue) ||
        other.date.localeCompare(one.date) ||
        other.tie.localeCompare(one.tie),
    )
    .map(({ item }) => item);
  return {
    items: ordered.slice(0, MAX_NOTIFICATIONS),
    totalCount: ordered.length,
    overdueCount: ordered.filter((item) => item.isOverdue).length,
  };
}
