import { monthName, monthLabel } from '../kernel/values/calendar.ts';
import { needsAnotherText } from '../incidents/event-texts.ts';
import type { Notification } from './notification.ts';

/** The title of a notification; those of the specification are verbatim. */
export function notificationTitle(notification: Notification): string {
  if ('needsReassigning' in notification && notification.needsReassigning)
    return `Event ${notification.number} ${needsAnotherText(notification.type === 'REVIEW' ? 'REVIEW_REQUESTED' : 'APPROVAL_REQUESTED')}`;
  switch (notification.type) {
    case 'CORRECTIVE_ACTION':
      return "You're assigned to a corrective action";
    case 'ACTION_VERIFICATION':
      return 'Check whether a corrective action worked';
    case 'APPROVAL':
      return 'Your approval is required for this event';
    case 'REVIEW':
      return 'Review is required for this event';
    case 'EVENT_RETURNED':
      return `Event ${notification.number} came back to you`;
    case 'EVENT_WITHOUT_REVIEWER':
      return `Event ${notification.number} waits for a reviewer`;
    case 'LOAD_LINE':
      return `${notification.metric} is above its limit`;
    case 'MONTHLY_REPORTING':
      return `Enter your ${monthName(Number(notification.month.slice(5)))} reporting data`;
  }
}

/** By how much a line was crossed, and in which month: 'March 2026: 3.92, above its limit then of 3.5'. */
export const crossingText = ({
  month,
  figure,
  limit,
}: Pick<Extract<Notification, { type: 'LOAD_LINE' }>, 'month' | 'figure' | 'limit'>): string =>
  `${monthLabel(month)}: ${figure.toFixed(2)}, above the limit of ${limit} that was in force then`;

export const MONTHLY_REPORTING_HINT = 'Add employee and contractor information';

/** How many tasks a user has: the number that the bell shows. */
export const assignedText = (totalCount: number): string =>
  totalCount === 1 ? 'You have 1 task assigned to you' : `You have ${totalCount || 'no'} tasks assigned to you`;

/** How many of them are overdue; null for none. */
export function overdueText(overdueCount: number): string | null {
  if (overdueCount === 0) return null;
  return overdueCount === 1 ? 'You have 1 overdue task' : `You have ${overdueCount} overdue tasks`;
}

/** The title of the bell: what its number counts, then what is overdue among it. */
export const bellTitle = (totalCount: number, overdueCount: number): string =>
  [assignedText(totalCount), overdueText(overdueCount)].filter(Boolean).join('. ');

/** What the bell's panel and the dashboard's list of tasks say. */
export const taskListTexts = {
  none: "You're all caught up!",
  all: (count: number) => `View all ${count} of your upcoming tasks`,
  changed: 'Your tasks have changed.',
  showLatest: 'Show the latest tasks',
  failed: 'Unable to fetch updated notifications',
  offline: 'No signal. Your tasks appear when you are back online.',
} as const;
