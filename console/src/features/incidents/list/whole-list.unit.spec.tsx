import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { incidentListItem } from '@plimsoll/contracts/incidents/answers';
import { bulkAnswer } from '@plimsoll/contracts/incidents/list-requests';
import { savedViewAnswer, savedViewList, type SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { answer, guid, priya } from '../../../lib/test/stage.tsx';
import { fetchAllParts } from '../../../ui/feedback/FetchedLater.tsx';
import { Component } from '../pages/event-list.route.tsx';
import { incident, listItems, marta, open, started } from '../test/stage.tsx';

const routes = [{ path: '/events/list/:currentPage', Component }];
const items = [1, 2, 3].map((number) =>
  incidentListItem.parse(incident({ eventId: guid(number), number, heading: `Event ${number}` })),
);
const list = http.get('*/api/reported-events', () => listItems(items, 148));
const bodyOf = async (asked: readonly Request[], part: string): Promise<unknown> =>
  JSON.parse(
    await asked
      .findLast(({ url, method }) => url.includes(part) && method !== 'GET')!
      .clone()
      .text(),
  );

beforeAll(() => fetchAllParts());
beforeEach(() => void (window.innerWidth = 1440));

describe('views of the list', () => {
  const view = (number: number, more: Partial<SavedView>): SavedView => ({
    viewGuid: guid(number),
    name: 'High risk',
    scope: 'PERSONAL',
    filter: { riskBand: ['HIGH'] },
    sortBy: 'RISK',
    sortDirection: 'DESCENDING',
    owner: priya,
    mayChange: true,
    revision: 1,
    ...more,
  });
  let stored: SavedView[];
  const views = [
    http.get('*/api/orgs/:orgGuid/saved-views', () =>
      answer(savedViewList, { items: stored, totalCount: stored.length }),
    ),
    http.post('*/api/orgs/:orgGuid/saved-views', () => answer(savedViewAnswer, { viewGuid: guid(9), revision: 1 })),
    http.delete('*/api/orgs/:orgGuid/saved-views/:viewGuid', () =>
      answer(savedViewAnswer, { viewGuid: guid(1), revision: 2 }),
    ),
  ];
  beforeEach(
    () =>
      void (stored = [
        view(1, {}),
        view(2, {
          name: 'All of Acheson',
          scope: 'ORGANIZATION',
          filter: { worksiteGuid: [guid(101)] },
          owner: marta,
          mayChange: false,
        }),
      ]),
  );

  it("are the user's own and the organization's; each opens its list and shows its name", async () => {
    const user = userEvent.setup();
    const { router, asked } = open(routes, '/events/list/2?limit=25', [list, ...views]);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    const own = await screen.findByRole('region', { name: 'Yours' });
    expect(
      within(screen.getByRole('region', { name: 'Northline Field Services' })).getByRole('link', {
        name: 'All of Acheson',
      }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change All of Acheson' })).toBeNull();
    await user.click(within(own).getByRole('link', { name: 'High risk' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/events/list/1',
        search: '?riskBand=HIGH&sortBy=RISK&limit=25',
      }),
    );
    expect(await screen.findByRole('button', { name: 'High risk' })).toBeTruthy();
    expect(asked.filter(({ url }) => url.includes('saved-views'))).toHaveLength(1);
  });

  it('save the list as shown, for everybody if the user may do that', async () => {
    const user = userEvent.setup();
    stored = [];
    const { asked } = open(routes, '/events/list/1?state=REVIEWED&assignedToMe=true', [list, ...views]);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    expect(await screen.findByText(/^No views yet/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Save this list/ }));
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(screen.getByLabelText('For everybody in Northline Field Services'));
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await waitFor(async () =>
      expect(await bodyOf(asked, 'saved-views')).toEqual({
        name: 'Mine',
        scope: 'ORGANIZATION',
        filter: { state: ['REVIEWED'], assignedToMe: true },
        sortBy: 'OCCURRENCE_DATE',
        sortDirection: 'DESCENDING',
      }),
    );
    expect(await screen.findByRole('button', { name: /^Save this list/ })).toBeTruthy();
  });

  it('are removed after a confirmation', async () => {
    const user = userEvent.setup();
    const { asked } = open(routes, '/events/list/1', [list, ...views]);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('button', { name: 'Change High risk' }));
    await user.click(screen.getByRole('button', { name: 'Remove view…' }));
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Remove view' }));
    await waitFor(() =>
      expect(asked.some(({ method, url }) => method === 'DELETE' && url.endsWith(guid(1)))).toBe(true),
    );
  });
});

describe('exporting the list', () => {
  it('uses the list’s filters and order, with permission', async () => {
    const user = userEvent.setup();
    Object.assign(URL, { createObjectURL: () => 'blob:list', revokeObjectURL: () => undefined });
    const { asked } = open(routes, '/events/list/3?text=sling&sortBy=NUMBER', [
      list,
      http.post(
        '*/api/reported-events/exports',
        () => new HttpResponse('No.', { headers: { 'content-type': 'text/csv' } }),
      ),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as XLSX' }));
    await waitFor(async () =>
      expect(await bodyOf(asked, 'exports')).toEqual({
        format: 'XLSX',
        filter: { text: 'sling' },
        sortBy: 'NUMBER',
        sortDirection: 'DESCENDING',
      }),
    );
  });

  it('is not offered without permission, nor is the selection of events', async () => {
    open(routes, '/events/list/1', [list], started(new Set()));
    await screen.findByText('148 events');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('many events at a time', () => {
  it('are deleted by their ids; failures are listed with their reasons', async () => {
    const user = userEvent.setup();
    const refused = { done: 1, failed: [{ eventId: guid(2), number: 2, className: 'Forbidden' }] };
    const { asked } = open(routes, '/events/list/1', [
      list,
      http.post('*/api/reported-events/bulk', () => answer(bulkAnswer, refused)),
    ]);
    await user.click(await screen.findByRole('checkbox', { name: 'Choose event 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose event 2' }));
    expect(await screen.findByText('2 events chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete 2 events' })).getByRole('button', {
        name: 'Delete 2 events',
      }),
    );
    const dialog = await screen.findByRole('dialog', { name: '1 event not deleted' });
    expect(within(dialog).getByRole('listitem').textContent).toMatch(/^Event 2 /);
    expect(await bodyOf(asked, 'bulk')).toEqual({ command: 'delete', eventIds: [guid(1), guid(2)] });
    await user.click(within(dialog).getByRole('button', { name: 'Back to the list' }));
    await waitFor(() => expect(screen.queryByText(/chosen$/)).toBeNull());
  });

  it('can be the whole list with its expected count; a reviewer is required', async () => {
    const user = userEvent.setup();
    const { asked } = open(routes, '/events/list/1?state=REPORTED', [
      list,
      http.post('*/api/reported-events/bulk', () => answer(bulkAnswer, { done: 148, failed: [] })),
    ]);
    await user.click(await screen.findByRole('checkbox', { name: 'Choose all on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Choose all 148' }));
    expect(screen.getByText('148 events chosen')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send for review…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send 148 events for review' });
    await user.click(within(dialog).getByRole('button', { name: 'Send 148 events for review' }));
    expect((await within(dialog).findAllByText('Assign a reviewer to this event')).length).toBeGreaterThan(0);
    await user.click(within(dialog).getByRole('combobox', { name: 'Reviewer' }));
    await user.click(await screen.findByRole('option', { name: /Daniel/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Send 148 events for review' }));
    await waitFor(async () =>
      expect(await bodyOf(asked, 'bulk')).toMatchObject({
        command: 'request-review',
        filter: { state: ['REPORTED'] },
        expectedCount: 148,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
