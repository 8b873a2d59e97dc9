import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { myReportList, type MyReport } from '@plimsoll/contracts/incidents/my-reports';
import { answer, daniel, guid, priya } from '../../../lib/test/stage.tsx';
import { reported } from '../test/my-report.ts';
import { open } from '../test/stage.tsx';
import { Component } from './my-reports.route.tsx';

const routes = [{ path: '/my-reports', Component }];
const listed = (items: MyReport[], totalCount = items.length) =>
  http.get('*/api/my-reports', ({ request }) => {
    const asked = new URL(request.url).searchParams;
    return answer(myReportList, {
      items,
      totalCount,
      limit: Number(asked.get('limit')),
      offset: Number(asked.get('offset')),
    });
  });
const show = (...items: MyReport[]) => open(routes, '/my-reports', [listed(items)]);
const entry = async (name = /^Forklift reversed/) => (await screen.findByRole('link', { name })).closest('li')!;

beforeEach(() => void (window.innerWidth = 1440));

describe('what became of my reports', () => {
  it('begins with the answer, with who wrote it and when, and then says where the report stands', async () => {
    show(
      reported({
        state: 'REVIEWED',
        with: null,
        reviewedAt: '2026-11-18T22:57:00Z',
        closedAt: '2026-11-18T22:57:00Z',
        answer: { text: 'The aisle has a barrier now.', by: daniel, at: '2026-11-18T22:57:00Z' },
        actions: { open: 1, toCheck: 0, verified: 1 },
      }),
    );
    const report = await entry();
    expect(within(report).getByRole('link').getAttribute('href')).toBe(`/events/${guid(1048)}`);
    expect(report.textContent).toMatch(/^1048 · Near miss · Acheson Yard\W*17 Nov 2026/);
    const figure = within(report).getByRole('figure');
    expect(within(figure).getByText('The aisle has a barrier now.').tagName).toBe('BLOCKQUOTE');
    expect(figure.textContent).toContain('Daniel Okafor, 18 Nov 2026');
    const state = within(report).getByText('Closed');
    expect(figure.compareDocumentPosition(state)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(report).getByText('Reviewed and closed on 18 Nov 2026.')).toBeTruthy();
    expect(within(report).getByText('2 corrective actions: 1 open, 1 checked.')).toBeTruthy();
  });

  it.each([
    ['the user', priya, 'You, 18 Nov 2026'],
    ['someone who has left', { userGuid: guid(77), name: 'Someone who has left' }, 'Someone who has left, 18 Nov 2026'],
  ])('says so if the answer is by %s', async (_, by, text) => {
    show(reported({ answer: { text: 'Fixed.', by, at: '2026-11-18T22:57:00Z' } }));
    expect(within(await entry()).getByRole('figure').textContent).toBe(`Fixed.${text}`);
  });

  it('says whom a report without an answer waits for, and no more', async () => {
    show(reported({ worksiteName: null }));
    const report = await entry();
    expect(within(report).queryByRole('figure')).toBeNull();
    expect(within(report).getByText('Being reviewed')).toBeTruthy();
    expect(within(report).getByText('It waits for Daniel Okafor to review it, since 17 Nov 2026.')).toBeTruthy();
    expect(report.textContent).toMatch(/^1048 · Near miss\W*17 Nov 2026/);
    expect(within(report).queryByText(/corrective action|on it|alerted|[Aa]larm/)).toBeNull();
  });

  it('shows reports in the order in which they came', async () => {
    show(
      reported({ eventId: guid(2), number: 1050, heading: 'A sling was worn' }),
      reported({ eventId: guid(1), number: 1049, heading: 'A plank lay loose' }),
    );
    await entry(/^A sling/);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'A sling was worn',
      'A plank lay loose',
    ]);
  });
});

describe('the alarm of a report', () => {
  const answeredAt = '2026-11-17T14:05:00Z';
  it.each<[string, MyReport['alarm'], RegExp]>([
    [
      'nobody has answered',
      { state: 'OPEN', answeredBy: null, answeredAt: null },
      /^Nobody has answered yet: people are being alerted\.$/,
    ],
    [
      'someone is on it',
      { state: 'ACKNOWLEDGED', answeredBy: daniel, answeredAt },
      /^Daniel Okafor is on it, since 17 Nov( 2026)?, \d\d:05\.$/,
    ],
    [
      'the user is on it',
      { state: 'ACKNOWLEDGED', answeredBy: priya, answeredAt },
      /^You are on it, since 17 Nov( 2026)?, \d\d:05\.$/,
    ],
    ['it was called off', { state: 'CALLED_OFF', answeredBy: daniel, answeredAt }, /^The alarm was called off\.$/],
  ])('is described where %s', async (_, alarm, text) => {
    show(reported({ alarm }));
    expect(within(await entry()).getByText(text)).toBeTruthy();
  });

  it('is left out of a notice, which nobody has to answer', async () => {
    show(reported({ alarm: { state: 'TOLD', answeredBy: null, answeredAt: null } }));
    expect(within(await entry()).queryByText(/on it|alerted|[Aa]larm/)).toBeNull();
  });
});

describe('the list of my reports', () => {
  it('offers a first report when there are none', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'You have not reported anything yet' })).toBeTruthy();
    expect(screen.getByText(/read here what becomes of it/)).toBeTruthy();
    const [inPage] = screen.getAllByRole('link', { name: 'Report an event' });
    expect(inPage!.getAttribute('href')).toBe('/events/add');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('says that it could not be loaded, and loads on demand', async () => {
    const user = userEvent.setup();
    let fails = true;
    open(routes, '/my-reports', [
      http.get('*/api/my-reports', () =>
        fails
          ? HttpResponse.json({ className: 'InternalServerError', status: 500 }, { status: 500 })
          : answer(myReportList, { items: [reported()], totalCount: 1, limit: 10, offset: 0 }),
      ),
    ]);
    expect(await screen.findByText('Could not load')).toBeTruthy();
    expect(screen.queryByText('You have not reported anything yet')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await entry()).toBeTruthy();
  });

  it('has ten reports on a page; its second page has an address of its own', async () => {
    const user = userEvent.setup();
    const ten = Array.from({ length: 10 }, (_, place) =>
      reported({ eventId: guid(place + 1), number: place + 1, heading: `Report ${place + 1}` }),
    );
    const { router, asked } = open(routes, '/my-reports', [listed(ten, 12)]);
    await entry(/^Report 10$/);
    expect(screen.getByText('1 – 10 of 12')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    expect(router.state.location).toMatchObject({ pathname: '/my-reports', search: '?page=2' });
    expect(await screen.findByText('11 – 12 of 12')).toBeTruthy();
    await waitFor(() =>
      expect(
        asked
          .filter(({ url }) => url.includes('/my-reports'))
          .map(({ url }) => [...new URL(url).searchParams].filter(([name]) => name !== 'organizationGuid')),
      ).toEqual([
        [
          ['limit', '10'],
          ['offset', '0'],
        ],
        [
          ['limit', '10'],
          ['offset', '10'],
        ],
      ]),
    );
  });

  it('says where it ends to those who ask for a page after that', async () => {
    open(routes, '/my-reports?page=4', [listed([], 12)]);
    expect(await screen.findByText('There is no page 4')).toBeTruthy();
    expect(screen.getByText('The list ends with page 2.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to page 1' }).getAttribute('href')).toBe('/my-reports');
  });
});
