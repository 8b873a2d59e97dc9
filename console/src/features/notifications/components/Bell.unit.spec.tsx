import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { seenNewsAnswer, type NewsItem } from '@plimsoll/contracts/notifications/news';
import { notificationList, type Notification } from '@plimsoll/contracts/notifications/notification';
import { answer, guid, open } from '../../../lib/test/stage.tsx';
import { newsOf } from '../test/news.ts';
import { Bell } from './Bell.tsx';

const review = (number: number): Notification => ({
  type: 'REVIEW',
  eventId: guid(number),
  number,
  heading: 'A plank lay loose',
  formName: 'Hazard',
  occurrenceDate: '2026-11-10',
  regionGuid: null,
  regionName: 'Alberta',
  isOverdue: false,
});
const fresh = [
  newsOf({ newsGuid: guid(801), number: 1051, at: '2026-11-19T10:00:00.000Z', text: 'The ladder is gone.' }),
  newsOf({ newsGuid: guid(802), number: 1050, at: '2026-11-18T10:00:00.000Z' }),
  newsOf({ newsGuid: guid(803), number: 1049, at: '2026-11-17T10:00:00.000Z', isNew: false }),
  newsOf({ newsGuid: guid(804), number: 1048, at: '2026-11-16T10:00:00.000Z', isNew: false }),
];

/** The bell of a server that remembers what was seen. */
function show(news: readonly NewsItem[], items: Notification[] = [review(7)], { hasSignal = true } = {}) {
  const state = { news: [...news], items, onSeen: () => {} };
  const view = open([{ path: '/*', element: <Bell className="bell" countClassName="count" /> }], '/', [
    http.get('*/api/dashboard/notifications', () =>
      answer(notificationList, {
        items: state.items,
        totalCount: state.items.length,
        overdueCount: 0,
        alarms: [],
        news: state.news,
        newNewsCount: state.news.filter(({ isNew }) => isNew).length,
      }),
    ),
    http.post('*/api/dashboard/notifications/seen', () => {
      if (!hasSignal) return HttpResponse.error();
      state.onSeen();
      state.news = state.news.map((item) => ({ ...item, isNew: false }));
      return answer(seenNewsAnswer, { newNewsCount: 0 });
    }),
  ]);
  const seen = () => view.asked.filter(({ url }) => url.includes('/notifications/seen'));
  const lists = () => view.asked.filter(({ url, method }) => method === 'GET' && url.includes('/notifications'));
  return { ...view, state, seen, lists, user: userEvent.setup() };
}
const bell = () => screen.findByRole('button', { name: 'You have 1 task assigned to you' });
const panel = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await bell());
  await screen.findByRole('heading', { name: 'News' });
  return within(screen.getByRole('region', { name: 'Notifications' }));
};

describe('the bell', () => {
  it('describes how many news are new, while its number and title count tasks alone', async () => {
    show(fresh);
    const button = await bell();
    expect(button.getAttribute('aria-description')).toBe('2 new in News');
    expect(button.title).toBe('You have 1 task assigned to you');
    expect(button.textContent).toBe('1');
  });

  it('has no description once all was seen, and none without news', async () => {
    show(fresh.slice(2));
    expect((await bell()).hasAttribute('aria-description')).toBe(false);
  });

  it('shows new news also to those who have no tasks', async () => {
    show(fresh, []);
    const button = await screen.findByRole('button', { name: 'You have no tasks assigned to you' });
    expect(button.getAttribute('aria-description')).toBe('2 new in News');
    expect(button.textContent).toBe('');
  });
});

describe('opening the bell', () => {
  it('marks as seen everything up to the newest, once; then nothing is new any more', async () => {
    const { user, seen } = show(fresh);
    await panel(user);
    await waitFor(() => expect(seen()).toHaveLength(1));
    expect(await seen()[0]!.json()).toEqual({ until: '2026-11-19T10:00:00.000Z' });
    const button = await bell();
    await waitFor(() => expect(button.hasAttribute('aria-description')).toBe(false));
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'News' })).toBeNull());
    await panel(user);
    expect(seen()).toHaveLength(1);
  });

  it('keeps showing which were new, and does not say that tasks have changed', async () => {
    const { user, seen, lists } = show(fresh);
    const shown = await panel(user);
    await waitFor(() => expect(seen()).toHaveLength(1));
    // At the start, when the bell was opened, and after the news were seen.
    await waitFor(() => expect(lists()).toHaveLength(3));
    const button = await bell();
    await waitFor(() => expect(button.hasAttribute('aria-description')).toBe(false));
    expect(shown.getAllByText('New')).toHaveLength(2);
    expect(shown.queryByText('Your tasks have changed.')).toBeNull();
  });

  it('still says that tasks have changed if there is another task then', async () => {
    const { user, state } = show(fresh);
    state.onSeen = () => void (state.items = [review(8), review(7)]);
    const shown = await panel(user);
    expect(await shown.findByText('Your tasks have changed.')).toBeTruthy();
  });

  it('asks for nothing if nothing is new', async () => {
    const { user, seen, lists } = show(fresh.slice(2));
    await panel(user);
    await waitFor(() => expect(lists()).toHaveLength(2));
    expect(seen()).toHaveLength(0);
  });

  it('leaves them new if marking them fails, without an error', async () => {
    const { user, seen } = show(fresh, [review(7)], { hasSignal: false });
    await panel(user);
    await waitFor(() => expect(seen()).toHaveLength(1));
    expect((await bell()).getAttribute('aria-description')).toBe('2 new in News');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the news in the panel', () => {
  it('are the three newest, the others on demand, with a link to the reports', async () => {
    const { user } = show(fresh);
    const shown = await panel(user);
    const titles = () => shown.getAllByRole('link', { name: /^Your report/ }).map(({ textContent }) => textContent);
    expect(titles()).toEqual([
      expect.stringMatching(/^Your report, event 1051, is closed“The ladder is gone\.”.*New$/),
      expect.stringMatching(/^Your report, event 1050, is closed.*New$/),
      expect.stringMatching(/^Your report, event 1049, is closed.*\d\d:\d\d$/),
    ]);
    await user.click(shown.getByRole('button', { name: 'Show all 4 news items' }));
    expect(titles()).toHaveLength(4);
    expect(shown.queryByRole('button', { name: /^Show all/ })).toBeNull();
    expect(shown.getByRole('link', { name: 'My reports' }).getAttribute('href')).toBe('/my-reports');
  });

  it('stand after the tasks, and close the panel when one is followed', async () => {
    const { user, router } = show(fresh.slice(0, 1));
    const shown = await panel(user);
    const links = shown.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.indexOf(`/events/${guid(7)}`)).toBeLessThan(links.indexOf(`/events/${guid(1048)}`));
    await user.click(shown.getByRole('link', { name: /^Your report, event 1051/ }));
    expect(router.state.location.pathname).toBe(`/events/${guid(1048)}`);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'News' })).toBeNull());
  });

  it('are left out where there are none', async () => {
    const { user } = show([]);
    await user.click(await bell());
    await screen.findByRole('heading', { name: 'You have 1 task assigned to you' });
    expect(screen.queryByRole('heading', { name: 'News' })).toBeNull();
  });
});
