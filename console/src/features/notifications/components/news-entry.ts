import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import type { NewsItem } from '@plimsoll/contracts/notifications/news';
import { incidentsPaths } from '../../incidents/paths.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import type { TaskEntry } from '../../../ui/data/TaskList.tsx';

function titleOf({ kind, number, by }: NewsItem): string {
  const event = `event ${number}`;
  switch (kind) {
    case 'EVENT_REVIEWED':
      return `Your report, ${event}, was reviewed`;
    case 'EVENT_CLOSED':
      return `Your report, ${event}, is closed`;
    case 'ACTION_VERIFIED':
      return `A corrective action of ${event} was checked`;
    case 'ALARM_ANSWERED':
      return by ? `${nameFirst(by.name)} is on it: ${event}` : `Someone is on it: ${event}`;
    case 'ALARM_NOTICE':
      return `Something serious was reported: ${event}`;
  }
}

/** News as an entry of the bell. */
export function entryOfNews(news: NewsItem, zone: string): TaskEntry {
  const { newsGuid, kind, eventId, formName, by, at, text, isNew } = news;
  const isQuote = text !== null && kind !== 'ALARM_NOTICE';
  return {
    key: newsGuid,
    kind: 'NEWS',
    to: incidentsPaths.event(eventId),
    title: titleOf(news),
    ...(text !== null && { record: isQuote ? `“${text}”` : text }),
    sub: [formName, kind !== 'ALARM_ANSWERED' && by && nameFirst(by.name), formatInstant(at, zone)]
      .filter(Boolean)
      .join(' · '),
    overdue: null,
    isNew,
  };
}
