import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { incidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { guid } from '../../../lib/test/stage.tsx';
import { Component } from './event-list.route.tsx';
import { incident, listItems, marta, open, started } from '../test/stage.tsx';

const routes = [{ path: '/events/list/:currentPage', Component }];
const item = incidentListItem.parse(incident());
const answered = http.get('*/api/reported-events', ({ request }) => {
  const filter = JSON.parse(new URL(request.url).searchParams.get('filter') ?? '{}') as { text?: string };
  return filter.text === 'nothing' ? listItems([]) : listItems([item], 148);
});
const lastFilter = (asked: readonly Request[]) =>
  new URL(asked.filter(({ url }) => url.includes('/reported-events')).at(-1)!.url).searchParams.get('filter');

describe('the event list', () => {
  beforeEach(() => void (window.innerWidth = 1440));

  it('loads what its URL says, and shows the active filters', async () => {
    const { asked } = open(routes, '/events/list/2?state=REVIEWED&from=2026-09-01', [answered]);
    expect(await screen.findByText('148 events match')).toBeTruthy();
    expect(JSON.parse(lastFilter(asked)!)).toEqual({ state: ['REVIEWED'], from: '2026-09-01' });
    expect(screen.getByRole('button', { name: 'State: Reviewed' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'From 1 Sep 2026' })).toBeTruthy();
    expect(screen.getByText('11 – 20 of 148')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Forklift reversed/ }).getAttribute('href')).toBe(
      `/events/${item.eventId}`,
    );
  });

  it('shows the holder of each event, including who entered it for someone else', async () => {
    const [viewer, other] = [{ userGuid: item.holder!.userGuid, name: item.holder!.name }, marta];
    const row = (number: number, change: Partial<typeof item>) => ({
      ...item,
      eventId: guid(number),
      number,
      ...change,
    });
    const rows = [
      row(1, { state: 'REPORTED', holder: { ...other, alsoWith: viewer, since: '2026-11-18T23:02:00Z' } }),
      row(2, { state: 'REVIEWED', holder: { ...viewer, alsoWith: null, since: '2026-11-18T23:02:00Z' } }),
      row(3, { state: 'RETURNED', holder: { ...other, alsoWith: null, since: '2026-11-18T23:02:00Z' } }),
      row(4, { state: 'APPROVED', holder: null, approver: other }),
    ];
    open(routes, '/events/list/1', [http.get('*/api/reported-events', () => listItems(rows))]);
    await screen.findByText('4 events');
    const states = screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('cell').at(-2)!.textContent);
    expect(states).toEqual([
      expect.stringMatching(/^Reportedwith you for /),
      expect.stringMatching(/^Reviewedwith you for /),
      expect.stringMatching(/^Returnedwith Marta for /),
      'Approvedby Marta Kowalczyk',
    ]);
  });

  it('strikes out deleted events, and shows who deleted them', async () => {
    const deleted = { ...item, holder: null, deleted: { at: '2026-11-19T10:00:00Z', by: marta } };
    open(routes, '/events/list/1?state=DELETED', [http.get('*/api/reported-events', () => listItems([deleted]))]);
    const link = await screen.findByRole('link', { name: /^Forklift reversed/ });
    expect(link.querySelector('del')?.textContent).toBe(item.heading);
    expect(screen.getByRole('cell', { name: /^Deleted\s*by Marta Kowalczyk, / })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'State: Deleted' })).toBeTruthy();
  });

  it.each<[string, Permission[], number, boolean]>([
    ['who always modifies events', ['ALWAYS_MODIFY_EVENTS'], 0, true],
    ['who has deleted one', [], 1, true],
    ['others', [], 0, false],
  ])('offers the deleted ones to %s', async (_, held, restorable, isOffered) => {
    const user = userEvent.setup();
    const list = http.get('*/api/reported-events', ({ request }) =>
      request.url.includes('DELETED') ? listItems([], restorable) : listItems([item]),
    );
    open(routes, '/events/list/1', [list], started(new Set(held)));
    await screen.findByText('1 event');
    await user.click(screen.getAllByRole('button', { name: 'State' })[0]!);
    await screen.findByLabelText('Closed');
    if (isOffered) expect(await screen.findByLabelText('Deleted')).toBeTruthy();
    else expect(screen.queryByLabelText('Deleted')).toBeNull();
  });

  it('goes to page 1 with a new filter, which Back undoes', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/3', [answered]);
    await user.click(await screen.findByRole('switch', { name: 'Assigned to me' }));
    expect(router.state.location).toMatchObject({ pathname: '/events/list/1', search: '?assignedToMe=true' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/events/list/3', search: '' }));
  });

  it('filters after a pause without a history entry, and distinguishes no matches from an empty list', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/1', [answered]);
    await user.type(await screen.findByRole('searchbox'), 'nothing');
    expect(await screen.findByText('Nothing matches “nothing”')).toBeTruthy();
    expect(router.state.location.search).toBe('?text=nothing');
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByText('148 events')).toBeTruthy();
  });

  it('announces only counts of the current filter, each once', async () => {
    const user = userEvent.setup();
    let answerNow = () => {};
    const held = new Promise<void>((done) => (answerNow = done));
    open(routes, '/events/list/1', [
      http.get('*/api/reported-events', async ({ request }) => {
        if (!new URL(request.url).searchParams.has('filter')) return listItems([item], 1138);
        await held;
        return listItems([item], 10);
      }),
    ]);
    const announced: string[] = [];
    const count = await screen.findByText('1,138 events');
    new MutationObserver(() => announced.push(count.textContent!)).observe(count, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    await user.click(screen.getByRole('switch', { name: 'Assigned to me' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Assigned to me' })).toHaveProperty('checked', true));
    answerNow();
    await screen.findByText('10 events match');
    expect(announced).toEqual(['10 events match']);
  });

  it('keeps text that was just typed when a filter is chosen', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/1', [answered]);
    await user.type(await screen.findByRole('searchbox'), 'sling');
    await user.click(screen.getByRole('switch', { name: 'Assigned to me' }));
    expect(router.state.location.search).toBe('?assignedToMe=true&text=sling');
  });

  it('says how far a search reached, goes on with older events, and begins with the newest for another text', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, '/events/list/3?text=sling', [
      http.get('*/api/reported-events', ({ request }) => {
        const before = new URL(request.url).searchParams.get('searchBefore');
        return listItems([item], 148, before === null ? 850_001 : null);
      }),
    ]);
    expect(await screen.findByText(/Searched event 850001 and newer/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Search older events' }));
    expect(router.state.location).toMatchObject({
      pathname: '/events/list/1',
      search: '?text=sling&searchBefore=850001',
    });
    await waitFor(() => expect(screen.queryByText(/^Searched event/)).toBeNull());
    await user.type(screen.getByRole('searchbox'), 's');
    await waitFor(() => expect(router.state.location.search).toBe('?text=slings'));
  });

  it('has 10, 25 or 50 rows on a page, and the first row stays visible', async () => {
    const user = userEvent.setup();
    const { router, asked } = open(routes, '/events/list/6?text=pallet', [answered]);
    await user.click(await screen.findByRole('button', { name: '10 rows on a page' }));
    await user.click(await screen.findByRole('menuitem', { name: '25 rows' }));
    expect(router.state.location).toMatchObject({ pathname: '/events/list/3', search: '?text=pallet&limit=25' });
    await waitFor(() =>
      expect(
        new URL(asked.filter(({ url }) => url.includes('/reported-events')).at(-1)!.url).searchParams.get('offset'),
      ).toBe('50'),
    );
  });

  it('offers a first report when it is empty', async () => {
    open(routes, '/events/list/1', [http.get('*/api/reported-events', () => listItems([]))]);
    expect(await screen.findByText('No events yet')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('the filters on reports and their answers', () => {
  beforeEach(() => void (window.innerWidth = 1440));
  const filterOf = (asked: readonly Request[]): unknown => JSON.parse(lastFilter(asked) ?? 'null');

  it.each([
    ['answered=WITHIN_7_DAYS', { answered: 'WITHIN_7_DAYS' }, /^Answered within 7 days$/i],
    ['answered=LATER', { answered: 'LATER' }, /^Answered after 7 days$/i],
    ['answered=NOT_YET', { answered: 'NOT_YET' }, /^Not answered yet$/i],
    ['answered=ANY', { answered: 'ANY' }, /^All that need an answer$/i],
    ['reportedFrom=2026-08-01', { reportedFrom: '2026-08-01' }, /^reported from 1 Aug 2026$/i],
    ['reportedTo=2026-10-29', { reportedTo: '2026-10-29' }, /^reported until 29 Oct 2026$/i],
    [
      'answered=LATER&reportedFrom=2026-08-01&reportedTo=2026-10-29',
      { answered: 'LATER', reportedFrom: '2026-08-01', reportedTo: '2026-10-29' },
      /^Answered after 7 days, reported 1 Aug 2026 – 29 Oct 2026$/i,
    ],
  ])('are sent and shown as active: %s', async (search, filter, name) => {
    const { asked } = open(routes, `/events/list/1?${search}`, [answered]);
    expect(await screen.findByText('148 events match')).toBeTruthy();
    expect(filterOf(asked)).toEqual(filter);
    expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('are cleared with all others', async () => {
    const user = userEvent.setup();
    const { router, asked } = open(
      routes,
      '/events/list/2?answered=NOT_YET&reportedFrom=2026-08-01&reportedTo=2026-10-29',
      [answered],
    );
    await screen.findByText('148 events match');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('148 events')).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/events/list/1', search: '' });
    expect(filterOf(asked)).toBeNull();
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
  });

  it('are chosen under More: how soon it was answered, and the days of the report', async () => {
    const user = userEvent.setup();
    const { router, asked } = open(routes, '/events/list/3', [answered]);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    const soon = await screen.findByLabelText('Answer to the reporter');
    await user.selectOptions(soon, 'NOT_YET');
    expect(router.state.location).toMatchObject({ pathname: '/events/list/1', search: '?answered=NOT_YET' });
    fireEvent.change(screen.getByLabelText('Reported from'), { target: { value: '2026-08-01' } });
    fireEvent.change(screen.getByLabelText('Reported until'), { target: { value: '2026-10-29' } });
    await waitFor(() =>
      expect(filterOf(asked)).toEqual({ answered: 'NOT_YET', reportedFrom: '2026-08-01', reportedTo: '2026-10-29' }),
    );
    await user.selectOptions(soon, 'Answered or not');
    await waitFor(() => expect(filterOf(asked)).toEqual({ reportedFrom: '2026-08-01', reportedTo: '2026-10-29' }));
  });

  it('are left out of an address that does not know them', async () => {
    const { asked } = open(routes, '/events/list/1?answered=SOMETIME&reportedFrom=soon', [answered]);
    expect(await screen.findByText('148 events')).toBeTruthy();
    expect(filterOf(asked)).toBeNull();
  });
});
