import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { emailPreference } from './email-preferences.ts';

/** No mail told of an action: what was written of the other types stands as it is. */
const beforeActions = (data: object): object => data;

/** No digest was made, and no mail asked for a month's figures. */
const beforeDigests = (data: object): object => data;

/** No mail told of a crossed limit. */
const beforeLoadLines = (data: object): object => data;

/** What somebody wants to be mailed about; types that it does not name stay as they were. In the stream of their account. */
export const emailPreferencesChanged = defineEvent(
  'EmailPreferencesChanged',
  z.strictObject({ userGuid: guid, preferences: z.array(emailPreference) }),
  [beforeActions, beforeDigests, beforeLoadLines],
);

export const notificationEvents = [emailPreferencesChanged] as const;
export type NotificationEvent = EventOf<(typeof notificationEvents)[number]>;
