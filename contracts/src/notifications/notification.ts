import { z } from 'zod';
import { guid } from '../ids.ts';
import { yearMonth, day, monthName } from '../calendar.ts';

const item = { isOverdue: z.boolean() };

/** What somebody has to do. The type says which facts come with it. */
export const notification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('REVIEW'), eventId: guid, number: z.int(), formName: z.string(), occurrenceDate: day, regionGuid: guid.nullable(), regionName: z.string().nullable(), ...item }),
  z.object({ type: z.literal('APPROVAL'), eventId: guid, number: z.int(), formName: z.string(), occurrenceDate: day, regionGuid: guid.nullable(), regionName: z.string().nullable(), ...item }),
  z.object({ type: z.literal('CORRECTIVE_ACTION'), eventId: guid, taskId: guid, taskDescription: z.string(), dueDate: day, ...item }),
  z.object({ type: z.literal('MONTHLY_REPORTING'), month: yearMonth, ...item }),
]);
export type Notification = z.output<typeof notification>;

export const notificationList = z.object({ items: z.array(notification), totalCount: z.int(), overdueCount: z.int() });
export type NotificationList = z.output<typeof notificationList>;

/** The dropdown shows no more than this many. */
export const DROPDOWN_LIMIT = 5;

/** The words of a notification, as the specification has them. */
export function notificationTitle(notification: Notification): string {
  switch (notification.type) {
    case 'CORRECTIVE_ACTION': return "You're assigned to a corrective action";
    case 'APPROVAL': return 'Your approval is required for this event';
    case 'REVIEW': return 'Review is required for this event';
    case 'MONTHLY_REPORTING': return `Enter your ${monthName(Number(notification.month.slice(5)))} reporting data`;
  }
}

export const MONTHLY_REPORTING_HINT = 'Add employee and contractor information';

/** The title of the bell. */
export function bellTitle(totalCount: number, overdueCount: number): string {
  if (overdueCount > 0) return overdueCount === 1 ? 'You have 1 overdue task' : `You have ${overdueCount} overdue tasks`;
  return totalCount === 1 ? 'You have 1 task assigned to you' : `You have ${totalCount || 'no'} tasks assigned to you`;
}
