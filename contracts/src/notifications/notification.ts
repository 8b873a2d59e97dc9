import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { yearMonth, day, instant } from '../kernel/values/dates.ts';
import { newsItem } from './news.ts';
import { loadLineMetrics } from '../metrics/events.ts';

const item = { isOverdue: z.boolean() };
const record = {
  eventId: guid,
  number: z.int(),
  heading: z.string(),
  formName: z.string(),
  occurrenceDate: day,
  regionGuid: guid.nullable(),
  regionName: z.string().nullable(),
};

/**
 * It waits for a person who left or may not do it any more: the requester, or a member who may change any event, must
 * name another one.
 */
const reassigning = { needsReassigning: z.literal(true).optional() };

/** A task for a user. Its type says which facts it has. */
export const notification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('REVIEW'), ...record, ...reassigning, ...item }),
  z.object({ type: z.literal('APPROVAL'), ...record, ...reassigning, ...item }),
  z.object({ type: z.literal('EVENT_RETURNED'), ...record, since: instant, ...item }),
  z.object({ type: z.literal('EVENT_WITHOUT_REVIEWER'), ...record, since: instant, ...item }),
  /**
   * Without the event's number for users who may not see the event. The responsible person then gets its heading, unless
   * it is sensitive, or the form's name if the heading names a person.
   */
  z.object({
    type: z.literal('CORRECTIVE_ACTION'),
    eventId: guid,
    number: z.int().nullable(),
    heading: z.string().nullable(),
    taskId: guid,
    taskDescription: z.string(),
    dueDate: day,
    ...item,
  }),
  /** A completed action needs verification, by its verifier or, if they completed it themselves, by an admin. */
  z.object({
    type: z.literal('ACTION_VERIFICATION'),
    eventId: guid,
    number: z.int().nullable(),
    heading: z.string().nullable(),
    taskId: guid,
    taskDescription: z.string(),
    dueDate: day,
    ...item,
  }),
  z.object({ type: z.literal('MONTHLY_REPORTING'), month: yearMonth, ...item }),
  /** To admins, until one of them dismisses it or the line is armed again. */
  z.object({
    type: z.literal('LOAD_LINE'),
    notificationGuid: guid,
    metric: z.enum(loadLineMetrics),
    month: yearMonth,
    figure: z.number(),
    limit: z.number(),
    ...item,
  }),
]);
export type Notification = z.output<typeof notification>;

/** An alarm that the user may answer: open, or a drill that they were alerted by. */
export const notifiedAlarm = z.object({
  alarmGuid: guid,
  isDrill: z.boolean(),
  /** Null for a drill, as are number and name of the form. */
  eventId: guid.nullable(),
  number: z.int().nullable(),
  formName: z.string().nullable(),
  worksiteName: z.string().nullable(),
  raisedAt: instant,
  isUnanswered: z.boolean(),
  /** Whether one of its mails has been waiting for two minutes: the mail server does not take it. */
  areMailsLate: z.boolean(),
});
export type NotifiedAlarm = z.output<typeof notifiedAlarm>;

/** Tasks of a user: the first of them, and how many there are. */
export type ToDoList = Pick<NotificationList, 'items' | 'totalCount' | 'overdueCount'>;

/** What a user has to do; alarms are listed beside it and are not counted. */
export const notificationList = z.object({
  items: z.array(notification),
  totalCount: z.int(),
  overdueCount: z.int(),
  /** The newest first. */
  alarms: z.array(notifiedAlarm),
  /** What is news to them and needs nothing done: the newest of the last 90 days. */
  news: z.array(newsItem),
  newNewsCount: z.int(),
});
export type NotificationList = z.output<typeof notificationList>;

/** What dismissing a notification answers. */
export const notificationDismissed = z.object({ notificationGuid: guid, revision: z.int() });
export const notificationParams = z.strictObject({ notificationGuid: guid });

/** Days after which a report without a reviewer is notified. */
export const WITHOUT_REVIEWER_HOURS = 24;

/** So many are named at most, those that come first; all are counted. */
export const MAX_NOTIFICATIONS = 500;
