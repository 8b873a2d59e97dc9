import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { Outlet } from 'react-router';
import { incidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { Component as EventDetails } from '../../features/incidents/pages/event-details.route.tsx';
import { Component as Event } from '../../features/incidents/pages/event.route.tsx';
import { incident, listItems, open } from '../../features/incidents/test/stage.tsx';
import { answer } from '../../lib/test/stage.tsx';
import { usePalette } from './usePalette.tsx';

function Shell() {
  const { dialog } = usePalette();
  return (
    <>
      <Outlet />
      {dialog}
    </>
  );
}

const routes = [
  {
    Component: Shell,
    children: [
      {
        path: '/events/:eventId',
        Component: Event,
        children: [
          { index: true, Component: EventDetails },
          { path: 'delete', Component: EventDetails },
        ],
      },
    ],
  },
];

/** Opens an event with the allowed commands, opens the search over it, and types the words. */
async function searchFor(
  query: string,
  allowedCommands: IncidentCommand[],
  change: Parameters<typeof incident>[0] = {},
) {
  const user = userEvent.setup();
  const event = incident({ ...change, allowedCommands });
  open(routes, `/events/${event.eventId}`, [
    http.get('*/api/reported-events', () => listItems([])),
    http.get('*/api/reported-events/:eventId', () => answer(incidentDetail, event)),
  ]);
  await screen.findByRole('heading', { level: 1, name: event.heading });
  await user.keyboard('{Control>}k{/Control}');
  const search = within(await screen.findByRole('dialog', { name: 'Search' }));
  if (query) await user.type(search.getByRole('combobox'), query);
  return { user, search };
}

describe('the command palette on the page of an event', () => {
  it('opens the same dialog as the button of the page', async () => {
    const { user, search } = await searchFor('send back', ['amend', 'return', 'approve']);
    await user.click(await search.findByRole('option', { name: 'Return event 1048…' }));
    expect(await screen.findByRole('dialog', { name: 'Return event 1048' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());
  });

  it('reassigns an event that is waiting for approval, with the title of the dialog', async () => {
    const { user, search } = await searchFor('approver', ['request-approval']);
    await user.click(await search.findByRole('option', { name: 'Reassign event 1048…' }));
    expect(await screen.findByRole('dialog', { name: 'Reassign event 1048' })).toBeTruthy();
  });

  it('lists the commands of the event first', async () => {
    const { search } = await searchFor('', ['return', 'approve']);
    const names = within(search.getByRole('group', { name: 'Event 1048' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Approve event 1048…',
      'Return event 1048…',
      'Attachments of event 1048',
      'History of event 1048',
    ]);
    expect(search.getAllByRole('option')[0]?.textContent).toBe('Approve event 1048…');
  });

  it('announces once that nothing was found', async () => {
    const { search } = await searchFor('zzzz', ['return']);
    expect(await search.findByText('Nothing matches “zzzz”')).toBeTruthy();
    await waitFor(() => expect(search.getByRole('status').textContent).toBe('Nothing found'));
    // The status is for screen readers only.
    expect(search.getByText('Nothing found')).not.toBe(search.getByRole('status'));
  });
});
