import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';

/** What people learn without having to do anything. */
export const newsKinds = [
  'EVENT_REVIEWED',
  'EVENT_CLOSED',
  'ACTION_VERIFIED',
  'ALARM_ANSWERED',
  'ALARM_NOTICE',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** News are shown for so many days, and the newest so many. */
export const NEWS_DAYS = 90;
export const MAX_NEWS = 30;

/** What became of a report, or something serious that happened. */
export const newsItem = z.object({
  newsGuid: guid,
  kind: z.enum(newsKinds),
  eventId: guid,
  number: z.int(),
  formName: z.string(),
  at: instant,
  /** Null where the product itself tells. */
  by: person.nullable(),
  /** The sentence to the reporter, or what a notice names. */
  text: z.string().nullable(),
  isNew: z.boolean(),
});
export type NewsItem = z.output<typeof newsItem>;

/** Everything until this moment has been seen. */
export const seenNewsRequest = z.strictObject({ until: instant });
export const seenNewsAnswer = z.object({ newNewsCount: z.int() });
