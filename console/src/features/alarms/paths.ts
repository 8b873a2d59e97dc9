import { paged } from '../../lib/url/paths.ts';

/** URL patterns of alarms and of what raises them. */
export const alarmsPattern = {
  alarms: '/alarms',
  alarm: '/alarms/:alarmGuid',
  settings: '/settings/organization/alarms',
  /** Of an alarm's mail. */
  link: '/alarm',
} as const;

export const alarmsPaths = {
  /** A page of all alarms, filtered by query parameters. */
  alarms: paged(alarmsPattern.alarms),
  alarm: (alarmGuid: string) => `/alarms/${alarmGuid}`,
  settings: () => alarmsPattern.settings,
};
