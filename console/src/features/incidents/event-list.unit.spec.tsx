import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { incidentListItem } from '@plimsoll/contracts/incidents/answers';
import { Component } from './event-list.route.tsx';
import { incident, listItems, open } from './test/stage.tsx';

const routes = [{ path: '/events/list/:currentPage', Component }];
const item = incidentListItem.parse(incident());
const answered = http.get('*/api/reported-events', ({ request }) => {
  const filter = JSON.parse(new URL(request.url).searchParams.get('filter') ?? '{}') as { text?: string };
  return filter.text === 'nothing' ? listItems([]) : listItems([item], 148);
});
const lastFilter = (asked: readonly Request[]) => new URL(asked.filter(({ url }) => url.includes('/reported-events')).at(-1)!.url).searchParams.get('filter');

describe('the event list', () => {
  beforeEach(() => void (window.innerWidth = 1440));

  it('asks for what its address says, and says what is on', async () => {
    const { asked } = open(routes, '/events/list/2?state=REVIEWED&from=2026-09-01', [answered]);
    expect(await screen.findByText('148 events match')).toBeTruthy();
    expect(JSON.parse(lastFilter(asked)!)).toEqual({ state: ['REVIEWED'], from: '2026-09-01' });
    expect(screen.getByRole('button', { name: 'State: Reviewed' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'From 1 Sep 2026' })).toBeTruthy();
    expect(screen.getByText('11 – 20 of 148')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Forklift reversed/ }).getAttribute('href')).toBe(`/events/${item.eventId}`);
  });

  it('goes to page 1 with a choice, which Back undoes', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/3', [answered]);
    await user.click(await screen.findByRole('switch', { name: 'Assigned to me' }));
    expect(router.state.location).toMatchObject({ pathname: '/events/list/1', search: '?assignedToMe=true' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/events/list/3', search: '' }));
  });

  it('follows typing after a moment without an entry of its own, and tells filtered-to-nothing from empty', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/1', [answered]);
    await user.type(await screen.findByRole('searchbox'), 'nothing');
    expect(await screen.findByText('Nothing matches “nothing”')).toBeTruthy();
    expect(router.state.location.search).toBe('?text=nothing');
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByText('148 events')).toBeTruthy();
  });

  it('begins with the first report when there is nothing yet', async () => {
    open(routes, '/events/list/1', [http.get('*/api/reported-events', () => listItems([]))]);
    expect(await screen.findByText('No events yet')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
