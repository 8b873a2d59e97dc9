import { newsKinds, type NewsItem } from '@plimsoll/contracts/notifications/news';
import { daniel, guid } from '../../../lib/test/stage.tsx';
import { newsOf } from '../test/news.ts';
import { entryOfNews } from './news-entry.ts';

const entry = (change: Partial<NewsItem>) => entryOfNews(newsOf(change), 'America/Edmonton');
const sentence = 'The aisle has a barrier now.';
const moment = String.raw`18 Nov( 2026)?, \d\d:57`;

describe('an entry of the news', () => {
  it.each<[NewsItem['kind'], Partial<NewsItem>, string, string | undefined, string]>([
    [
      'EVENT_REVIEWED',
      { text: sentence },
      'Your report, event 1048, was reviewed',
      `“${sentence}”`,
      `Near miss · Daniel Okafor · ${moment}`,
    ],
    [
      'EVENT_CLOSED',
      { text: sentence },
      'Your report, event 1048, is closed',
      `“${sentence}”`,
      `Near miss · Daniel Okafor · ${moment}`,
    ],
    [
      'ACTION_VERIFIED',
      {},
      'A corrective action of event 1048 was checked',
      undefined,
      `Near miss · Daniel Okafor · ${moment}`,
    ],
    // The title says already who is on it.
    ['ALARM_ANSWERED', {}, 'Daniel Okafor is on it: event 1048', undefined, `Near miss · ${moment}`],
    [
      'ALARM_NOTICE',
      { by: null, text: 'It could have killed' },
      'Something serious was reported: event 1048',
      'It could have killed',
      `Near miss · ${moment}`,
    ],
  ])('of kind %s says what happened, quotes only what a person wrote, and leads to the event', (kind, ...expected) => {
    const [change, title, record, sub] = expected;
    const made = entry({ kind, ...change });
    expect(made).toMatchObject({ title, to: `/events/${guid(1048)}` });
    expect(made.record).toBe(record);
    expect(made.sub).toMatch(new RegExp(`^${sub}$`));
  });

  it.each(newsKinds)('of kind %s is neither open nor overdue, as nobody has to do anything', (kind) =>
    expect(entry({ kind }).overdue).toBeNull(),
  );

  it('is marked as new until it was seen', () => {
    expect(entry({ isNew: true }).isNew).toBe(true);
    expect(entry({ isNew: false }).isNew).toBe(false);
  });

  it('without a sentence quotes nothing', () => {
    expect(entry({ kind: 'EVENT_CLOSED', text: null }).record).toBeUndefined();
  });

  it('names people who are known no more as everywhere else', () => {
    const left = { ...daniel, name: 'Someone who has left' };
    expect(entry({ kind: 'ALARM_ANSWERED', by: left }).title).toBe('Someone who has left is on it: event 1048');
    expect(entry({ kind: 'ALARM_ANSWERED', by: { ...daniel, name: 'erased' } }).title).toBe(
      'Someone whose name has been erased is on it: event 1048',
    );
    expect(entry({ kind: 'ALARM_ANSWERED', by: null }).title).toBe('Someone is on it: event 1048');
  });

  it('says in its second line too that a name has been erased', () => {
    expect(entry({ kind: 'EVENT_CLOSED', by: { ...daniel, name: 'erased' } }).sub).toMatch(
      /^Near miss · Someone whose name has been erased · /,
    );
  });
});
