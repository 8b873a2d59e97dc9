/** URL patterns of notification settings. */
export const notificationsPattern = {
  notifications: '/settings/notifications',
  unsubscribe: '/unsubscribe',
} as const;

export const notificationsPaths = {
  notifications: () => notificationsPattern.notifications,
};
