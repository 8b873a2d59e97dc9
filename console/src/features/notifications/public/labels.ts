import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import type { Notification } from '@plimsoll/contracts/notifications/notification';
import {
  crossingText,
  MONTHLY_REPORTING_HINT,
  notificationTitle,
} from '@plimsoll/contracts/notifications/notification-texts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { metricsPaths } from '../../metrics/paths.ts';
import { tasksPaths } from '../../tasks/paths.ts';
import { formatDay } from '../../../lib/format/time.ts';
import type { TaskEntry } from '../../../ui/data/TaskList.tsx';

/** Maximum number of tasks in the dropdown. */
export const DROPDOWN_LIMIT = 5;

/** Converts a notification into an entry of the task list, with its texts and link. */
export function taskOf(notification: Notification): TaskEntry {
  const shared = { kind: notification.type, title: notificationTitle(notification), overdue: notification.isOverdue };
  switch (notification.type) {
    case 'MONTHLY_REPORTING':
      return {
        ...shared,
        key: notification.month,
        to: metricsPaths.reportingMonth(notification.month),
        sub: MONTHLY_REPORTING_HINT,
      };
    case 'LOAD_LINE':
      return {
        ...shared,
        key: notification.notificationGuid,
        to: metricsPaths.dashboard(),
        sub: crossingText(notification),
        alarm: 'Above limit',
      };
    case 'CORRECTIVE_ACTION':
    case 'ACTION_VERIFICATION':
      return {
        ...shared,
        key: notification.taskId,
        ...(notification.type === 'ACTION_VERIFICATION' && notification.isOverdue && { alarm: 'Check overdue' }),
        to: tasksPaths.task(notification.taskId),
        ...(notification.heading !== null && {
          record: [notification.number, notification.heading].filter((part) => part !== null).join(' · '),
        }),
        sub: `${headingOf(notification.taskDescription)}, due ${formatDay(notification.dueDate, { withYear: false })}`,
      };
    default:
      return {
        ...shared,
        key: `${notification.type}:${notification.eventId}`,
        to: incidentsPaths.event(notification.eventId),
        // The titles of other types contain the number.
        record:
          notification.type === 'REVIEW' || notification.type === 'APPROVAL'
            ? `${notification.number} · ${notification.heading}`
            : notification.heading,
        sub: [notification.formName, formatDay(notification.occurrenceDate), notification.regionName]
          .filter(Boolean)
          .join(', '),
      };
  }
}
