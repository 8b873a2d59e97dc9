import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { dashboard, dashboardCases, type DashboardCases } from '@plimsoll/contracts/metrics/http';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { answer, guid, open, started } from '../../../lib/test/stage.tsx';
import { Component as FigureCases } from './figure-cases.route.tsx';
import { Component as FigureMonths } from './figure-months.route.tsx';
import { figures } from '../test/figures.ts';

const response: DashboardCases = {
  items: [
    {
      eventId: guid(3),
      number: 12,
      heading: 'A ladder slid',
      occurrenceDate: '2026-05-02',
      injuredPersonGuid: guid(4),
      name: 'Owen Hale',
      classification: 'LOST_TIME',
    },
    {
      eventId: guid(3),
      number: 12,
      heading: 'A ladder slid',
      occurrenceDate: '2026-05-02',
      injuredPersonGuid: guid(5),
      name: 'Lou Marsh',
      classification: null,
    },
  ],
  totalCount: 2,
  hidden: 3,
  limit: 50,
  offset: 0,
};
const routes = [
  { path: '/dashboard/cases/:currentPage', Component: FigureCases },
  { path: '/dashboard/months', Component: FigureMonths },
];
const casesAre = (cases: DashboardCases) => http.get('*/api/dashboard/cases', () => answer(dashboardCases, cases));

beforeEach(() => void (window.innerWidth = 1440));

it('a figure opens a row for each case, and the number of cases that the user may not see', async () => {
  const { asked } = open(routes, '/dashboard/cases/1?metric=LTIF&from=2025-10&to=2026-09', [casesAre(response)]);
  expect(await screen.findByRole('heading', { level: 1, name: '5 lost-time cases' })).toBeTruthy();
  expect(screen.getByText('Lost time injury frequency (LTIF), Oct 2025 – Sep 2026')).toBeTruthy();
  expect(screen.getByText('3 more that you may not see.')).toBeTruthy();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Owen HaleLost time'),
    expect.stringContaining('Lou MarshBy the form'),
  ]);
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe(`/events/${guid(3)}`);
  expect(
    Object.fromEntries(new URL(asked.find(({ url }) => url.includes('/dashboard/cases'))!.url).searchParams),
  ).toMatchObject({ metric: 'LTIF', from: '2025-10', to: '2026-09', offset: '0' });
});

it('a figure whose cases are all hidden says how many there are', async () => {
  open(routes, '/dashboard/cases/1?metric=MVIF&from=2025-10&to=2026-09', [
    casesAre({ ...response, items: [], totalCount: 0 }),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: '3 vehicle incidents' })).toBeTruthy();
  expect(screen.getByText('3 that you may not see.')).toBeTruthy();
});

it('hours open their months, which add up to the figure, also without permission to enter them', async () => {
  const handlers = [
    http.get('*/api/dashboard/reported-events', () => answer(dashboard, figures({ from: '2026-01', to: '2026-09' }))),
  ];
  open(routes, '/dashboard/months?of=hours&from=2026-01&to=2026-09', handlers, started(new Set<Permission>()));
  expect(await screen.findByRole('heading', { level: 1, name: '2,106,000 hours' })).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(10);
  expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull();
});
