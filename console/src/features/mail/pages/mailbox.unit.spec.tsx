import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { problem } from '@plimsoll/contracts/errors/problem';
import { answer, open } from '../../../lib/test/stage.tsx';
import { Component } from './mailbox.route.tsx';

const routes = [{ path: '/mailbox', Component }];
const url = '*/api/mailbox';
const mail = (number: number, to: string): MailboxItem => ({
  kind: 'REVIEW_REQUESTED',
  to,
  subject: `Event ${number} is waiting for your review`,
  text: 'text',
  html: `<p>Review event ${number}</p><script>alert(1)</script>`,
  link: `https://safety.example.com/events/${number}?a=1`,
  sentAt: `2026-07-0${number}T12:00:00.000Z`,
});
const two = [mail(2, 'paul@example.test'), mail(1, 'vera@example.test')];

beforeEach(() => {
  window.innerWidth = 1440;
});

it('shows the newest mail beside the list, sandboxed so that no script runs', async () => {
  open(routes, '/mailbox', [http.get(url, () => answer(mailbox, { items: two }))]);
  const list = within(await screen.findByRole('list', { name: 'Mails' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
    expect.stringContaining('Event 2'),
    expect.stringContaining('Event 1'),
  ]);
  const frame = screen.getByTitle('The mail “Event 2 is waiting for your review”');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.getAttribute('srcdoc')).toBe(two[0]!.html);
  expect(screen.getByRole('link', { name: 'Open the link' }).getAttribute('href')).toBe('/events/2?a=1');
  await userEvent.setup().click(list.getByRole('link', { name: /Event 1/ }));
  await screen.findByRole('heading', { level: 2, name: 'Event 1 is waiting for your review' });
});

it('shows a new mail without a reload', async () => {
  let items: MailboxItem[] = [];
  open(routes, '/mailbox', [http.get(url, () => answer(mailbox, { items }))]);
  await screen.findByRole('heading', { name: 'No mails yet' });
  items = two;
  await screen.findByRole('list', { name: 'Mails' }, { timeout: 10_000 });
}, 20_000);

it('shows either the list or a mail on phones', async () => {
  window.innerWidth = 390;
  const user = userEvent.setup();
  open(routes, '/mailbox', [http.get(url, () => answer(mailbox, { items: two }))]);
  await user.click(await screen.findByRole('link', { name: /Event 1/ }));
  await screen.findByRole('heading', { level: 2, name: 'Event 1 is waiting for your review' });
  expect(screen.queryByRole('list', { name: 'Mails' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'All mails' }));
  await screen.findByRole('list', { name: 'Mails' });
});

it('filters by address, and says when there are no mails', async () => {
  const { asked } = open(routes, '/mailbox?to=vera%40example.test', [
    http.get(url, () => answer(mailbox, { items: [] })),
  ]);
  await screen.findByRole('heading', { name: 'No mails to vera@example.test' });
  expect(asked.map((request) => new URL(request.url).search)).toContain('?to=vera%40example.test');
  expect(asked.some((request) => request.url.includes('/auth/refresh'))).toBe(false);
});

it('explains the empty mailbox, and is not found when a mail server is configured', async () => {
  open(routes, '/mailbox', [http.get(url, () => answer(mailbox, { items: [] }))]);
  await screen.findByRole('heading', { name: 'No mails yet' });
  open(routes, '/mailbox', [
    http.get(url, () =>
      answer(
        problem,
        {
          type: 'urn:plimsoll:error:RouteNotFound',
          title: 'Route Not Found',
          status: 404,
          className: 'RouteNotFound',
          detail: 'Page not found',
          fieldErrors: [],
          requestId: '1',
        },
        404,
      ),
    ),
  ]);
  await screen.findByText('Page not found');
});
