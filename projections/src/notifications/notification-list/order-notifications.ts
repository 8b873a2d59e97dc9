import { addMonths, monthOf, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import {
  MOST_NOTIFICATIONS,
  type Notification,
  type NotificationList,
} from '@plimsoll/contracts/notifications/notification';

/** How many months without figures somebody is reminded of, at most. */
export const MONTHS_BACK = 12;

/**
 * The ended months for which nobody has entered hours: from the month in which the organization was created, at most
 * twelve back, the newest first. A month is asked for from the 1st of the next one on.
 */
export function monthsWithoutFigures(createdDate: string, today: string, entered: ReadonlySet<YearMonth>): YearMonth[] {
  const running = monthOf(today);
  const created = monthOf(createdDate);
  const earliest = addMonths(running, -MONTHS_BACK);
  return monthsBetween(created > earliest ? created : earliest, addMonths(running, -1))
    .filter((month) => !entered.has(month))
    .reverse();
}

/** A monthly entry is overdue as soon as it is asked for; a corrective action after its due date; what an event asks for never. */
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

/** Tells those of one day apart, so that the order is the same each time: the newest month, the highest number first. */
function tieBreaker(notification: Notification): string {
  if (notification.type === 'MONTHLY_REPORTING') return notification.month;
  if (notification.type === 'LOAD_LINE') return notification.metric;
  return notification.type === 'CORRECTIVE_ACTION' || notification.type === 'ACTION_VERIFICATION'
    ? notification.taskId
    : String(notification.number).padStart(12, '0');
}

/** By due date, the latest first; what has none goes by the date it occurred, and else by today. Of very many the first are named, and all are counted. */
export function orderNotifications(items: readonly Notification[], today: string): NotificationList {
  const ordered = items
    .map((item) => ({ item, date: sortDate(item, today), tie: `${item.type} ${tieBreaker(item)}` }))
    .sort((one, other) => other.date.localeCompare(one.date) || other.tie.localeCompare(one.tie))
    .map(({ item }) => item);
  return {
    items: ordered.slice(0, MOST_NOTIFICATIONS),
    totalCount: ordered.length,
    overdueCount: ordered.filter((item) => item.isOverdue).length,
  };
}
