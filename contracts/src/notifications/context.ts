import { defineContext } from '../kernel/context.ts';
import { emailPreference, emailPreferences, unsubscribed } from './email-preferences.ts';
import { newsItem, seenNewsAnswer } from './news.ts';
import { notification, notificationDismissed, notificationList } from './notification.ts';
import { notificationRoutes } from './routes.ts';

export const notificationsContext = defineContext({
  name: 'notifications',
  routes: notificationRoutes,
  answers: {
    Notification: notification,
    NotificationList: notificationList,
    NotificationDismissed: notificationDismissed,
    NewsItem: newsItem,
    NewsSeen: seenNewsAnswer,
    EmailPreference: emailPreference,
    EmailPreferences: emailPreferences,
    Unsubscribed: unsubscribed,
  },
});
