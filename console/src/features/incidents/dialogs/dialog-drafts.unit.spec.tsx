import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { incidentCommandAnswer, incidentDetail } from '@plimsoll/contracts/incidents/answers';
import { device, deviceStore, emptyDevice, silenceDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component: EventDetails } = await import('../pages/event-details.route.tsx');
const { Component: Event } = await import('../pages/event.route.tsx');
const { answer } = await import('../../../lib/test/stage.tsx');
const { incident, open } = await import('../test/stage.tsx');

const event = incident({ allowedCommands: ['return', 'approve'] });
const address = `/events/${event.eventId}`;
const routes = [{ path: '/events/:eventId', Component: Event, children: [{ index: true, Component: EventDetails }] }];
const shown = http.get('*/api/reported-events/:eventId', () => answer(incidentDetail, event));
const returned = http.post('*/api/reported-events/:eventId/return', () =>
  answer(incidentCommandAnswer, { eventId: event.eventId, revision: 5, number: 1048 }),
);

async function openReturn(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Return…' }));
  return within(await screen.findByRole('dialog', { name: 'Return event 1048' }));
}
const comment = (dialog: ReturnType<typeof within>) => dialog.getByLabelText('What must change') as HTMLTextAreaElement;
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function typed(user: ReturnType<typeof userEvent.setup>) {
  const dialog = await openReturn(user);
  await user.type(comment(dialog), 'Which sling was it?');
  await dialog.findByText(/^Saved \d\d:\d\d on this device$/);
  return dialog;
}

/** What is stored of dialogs, beside the event that was read. */
const drafts = () => [...device].flatMap(([key, stored]) => (key.startsWith('dialog:') ? [stored] : []));

beforeEach(emptyDevice);

describe('text typed in a dialog', () => {
  it('is stored encrypted from the first key on, and is restored after the dialog and the page were closed', async () => {
    const user = userEvent.setup();
    const first = open(routes, address, [shown]);
    const dialog = await typed(user);
    const [stored] = drafts() as { sealed: ArrayBuffer }[];
    expect(Object.keys(stored!).toSorted()).toEqual(['iv', 'savedAt', 'sealed']);
    expect(Buffer.from(stored!.sealed).toString('latin1')).not.toContain('sling');
    await user.click(dialog.getByRole('button', { name: 'Cancel, keep the draft' }));
    await gone();
    first.unmount();
    open(routes, address, [shown]);
    const again = await openReturn(user);
    expect(comment(again).value).toBe('Which sling was it?');
    expect(again.getByText(/^Your draft has been restored\. Last changed \d\d:\d\d; kept until/)).toBeTruthy();
  });

  it('requires a confirmation before a click outside or Escape closes the dialog; an empty dialog closes immediately', async () => {
    const user = userEvent.setup();
    open(routes, address, [shown]);
    const dialog = await typed(user);
    await user.keyboard('{Escape}');
    const asking = within(dialog.getByRole('group', { name: 'Close this? What you typed stays here as a draft.' }));
    await user.click(asking.getByRole('button', { name: 'Keep writing' }));
    expect(document.activeElement).toBe(comment(dialog));
    await user.click(document.querySelector('.mantine-Modal-overlay')!);
    await user.click(dialog.getByRole('button', { name: 'Close, keep the draft' }));
    await gone();
    await user.click(await screen.findByRole('button', { name: 'Approve event 1048…' }));
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await gone();
  });

  it('is discarded only after a confirmation', async () => {
    const user = userEvent.setup();
    open(routes, address, [shown]);
    const dialog = await typed(user);
    await user.click(dialog.getByRole('button', { name: 'Discard draft' }));
    expect(comment(dialog).value).toBe('Which sling was it?');
    const asking = within(dialog.getByRole('group', { name: /^Discard the draft\?/ }));
    await user.click(asking.getByRole('button', { name: 'Discard draft' }));
    expect(comment(dialog).value).toBe('');
    await waitFor(() => expect(drafts()).toEqual([]));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('is deleted once it has been sent', async () => {
    const user = userEvent.setup();
    open(routes, address, [shown, returned]);
    const dialog = await typed(user);
    await user.click(dialog.getByRole('button', { name: 'Return event 1048' }));
    await gone();
    await waitFor(() => expect(drafts()).toEqual([]));
  });
});

describe('storage that does not respond', () => {
  it('does not block dialogs: they open a moment later, can be sent, and mention no draft', async () => {
    const user = userEvent.setup();
    open(routes, address, [shown, returned]);
    const button = await screen.findByRole('button', { name: 'Return…' });
    silenceDevice();
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Return event 1048' }, { timeout: 4_000 }));
    await user.type(comment(dialog), 'Which sling was it?');
    expect(dialog.queryByText(/on this device$/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Return event 1048' }));
    await gone();
    expect(drafts()).toEqual([]);
  });
});

describe('Back', () => {
  it('closes the dialog and stays on the page', async () => {
    const user = userEvent.setup();
    const { router } = open(routes, address, [shown]);
    const dialog = await typed(user);
    expect(comment(dialog).value).not.toBe('');
    act(() => history.back());
    await gone();
    expect(router.state.location.pathname).toBe(address);
    expect(comment(await openReturn(user)).value).toBe('Which sling was it?');
  });
});
