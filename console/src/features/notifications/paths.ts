/** The addresses of what people choose to hear of. */
export const notificationsPattern = {
  notifications: '/settings/notifications',
  unsubscribe: '/unsubscribe',
} as const;

export const notificationsPaths = {
  notifications: () => notificationsPattern.notifications,
};
