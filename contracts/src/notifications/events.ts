import { z } from 'zod';
import { defineEvent } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { emailPreference } from './email-preferences.ts';

/** There were no mails about tasks: preferences of other types stay valid. */
const beforeActions = (data: object): object => data;

/** No digest was made, and no mail asked for a month's figures. */
const beforeDigests = (data: object): object => data;

/** There were no mails about crossed limits. */
const beforeLoadLines = (data: object): object => data;

/** Reporters were not told what became of their reports. */
const beforeAnswers = (data: object): object => data;

/** A user's mail preferences; types that it does not name stay unchanged. In the stream of their account. */
export const emailPreferencesChanged = defineEvent(
  'EmailPreferencesChanged',
  z.strictObject({ userGuid: guid, preferences: z.array(emailPreference) }),
  [beforeActions, beforeDigests, beforeLoadLines, beforeAnswers],
);

export const notificationEvents = [emailPreferencesChanged] as const;
