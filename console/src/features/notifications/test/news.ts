import { newsItem, type NewsItem } from '@plimsoll/contracts/notifications/news';
import { daniel, guid } from '../../../lib/test/stage.tsx';

/** Daniel closed a near miss, which the user has not seen yet. */
export const newsOf = (change: Partial<NewsItem> = {}): NewsItem =>
  newsItem.parse({
    newsGuid: guid(800),
    kind: 'EVENT_CLOSED',
    eventId: guid(1048),
    number: 1048,
    formName: 'Near miss',
    at: '2026-11-18T22:57:00.000Z',
    by: daniel,
    text: null,
    isNew: true,
    ...change,
  });
