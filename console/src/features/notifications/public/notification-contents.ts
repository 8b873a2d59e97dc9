import type { NotificationList } from '@plimsoll/contracts/notifications/notification';

/** The tasks of a list as a text to compare, without alarms and news. */
export const tasksIn = ({ items, totalCount, overdueCount }: NotificationList): string =>
  JSON.stringify([items, totalCount, overdueCount]);

/** All that a list shows as a text to compare, without what the user has seen of it. */
export const contentsOf = ({ news, newNewsCount: _, ...list }: NotificationList): string =>
  JSON.stringify([list, news.map(({ newsGuid }) => newsGuid)]);
