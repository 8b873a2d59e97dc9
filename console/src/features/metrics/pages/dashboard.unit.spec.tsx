import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { formList } from '@plimsoll/contracts/forms/form';
import { myReport, myReportList } from '@plimsoll/contracts/incidents/my-reports';
import { dashboard, loadLinesAnswer, type Dashboard } from '@plimsoll/contracts/metrics/http';
import { MAX_NOTIFICATIONS, notificationList, type Notification } from '@plimsoll/contracts/notifications/notification';
import { allPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { answer, daniel, guid, open, started } from '../../../lib/test/stage.tsx';
import { Component } from './dashboard.route.tsx';
import { Component as ToDoList } from './to-do-list.route.tsx';
import { answersOf, noAnswers, noReports } from '../test/answers.ts';
import { figures, limits, noRate } from '../test/figures.ts';

const routes = [
  { path: '/dashboard', Component },
  { path: '/dashboard/to-do-list', Component: ToDoList },
];
const review = (number: number): Notification => ({
  type: 'REVIEW',
  eventId: guid(number),
  number,
  heading: 'A plank lay loose',
  formName: 'Hazard',
  occurrenceDate: '2026-11-10',
  regionGuid: null,
  regionName: 'Western Australia',
  isOverdue: false,
});

const answers = (response: Dashboard = figures(), items: Notification[] = []) => [
  http.get('*/api/dashboard/reported-events', () => answer(dashboard, response)),
  http.get('*/api/dashboard/notifications', () =>
    answer(notificationList, {
      items,
      totalCount: items.length,
      overdueCount: items.filter(({ isOverdue }) => isOverdue).length,
      alarms: [],
      news: [],
      newNewsCount: 0,
    }),
  ),
  http.get('*/api/forms', () =>
    answer(formList, {
      items: builtInForms.map(({ groups: _, ...summary }) => ({ ...summary, eventCount: 0 })),
      totalCount: builtInForms.length,
    }),
  ),
  noReports,
  noAnswers,
];

const card = async (name: RegExp | string) => within(await screen.findByRole('region', { name }));

/** Fakes only Date, so that timers keep running. */
const onTheDay = (hour = 9) =>
  jest.useFakeTimers({
    now: new Date(2026, 10, 19, hour, 30),
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'nextTick',
      'queueMicrotask',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
      'performance',
      'hrtime',
    ],
  });

beforeEach(() => {
  window.innerWidth = 1440;
  onTheDay();
});
afterEach(() => void jest.useRealTimers());

describe('the dashboard', () => {
  it.each([
    [10, 'Good morning, Priya'],
    [11, 'Good Afternoon, Priya'],
    [15, 'Good Afternoon, Priya'],
    [16, 'Good Evening, Priya'],
  ])("greets at %i o'clock of the browser's clock with %j", async (hour, text) => {
    onTheDay(hour);
    open(routes, '/dashboard', answers());
    expect(await screen.findByRole('heading', { level: 1, name: text })).toBeTruthy();
    expect(screen.getByText('Thursday 19 November 2026. Figures for all worksites, January 2026 to now.')).toBeTruthy();
  });

  it('shows its figures while the tasks fail, and does not retry them automatically', async () => {
    let requestCount = 0;
    const failing = http.get('*/api/dashboard/notifications', () => {
      requestCount += 1;
      return HttpResponse.json({ className: 'InternalServerError', status: 500 }, { status: 500 });
    });
    open(routes, '/dashboard?to=2026-11', [failing, ...answers()]);
    const trif = await card(/^Total recordable/);
    expect(trif.getAllByText('1.85')[0]).toBeTruthy();
    const tasks = await card(/^Tasks/);
    await tasks.findByText('Could not load');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(requestCount).toBe(1);
    await userEvent.click(tasks.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requestCount).toBe(2));
    expect(trif.getAllByText('1.85')[0]!.isConnected).toBe(true);
  });

  it('shows a rate with its formula, each term linked to its source', async () => {
    open(routes, '/dashboard?to=2026-11', answers());
    const trif = await card(/^Total recordable/);
    expect(trif.getAllByText('1.85')[0]).toBeTruthy();
    const sum = trif.getByText(/Rolling 12 months to September/).parentElement!;
    expect(sum.textContent).toContain('26 recordable cases × 200,000 ÷ 2,811,430 hours');
    expect(trif.getByRole('link', { name: '26 recordable cases' }).getAttribute('href')).toBe(
      '/dashboard/cases/1?metric=TRIF&from=2025-10&to=2026-09',
    );
    expect(trif.getByRole('link', { name: '2,811,430 hours' }).getAttribute('href')).toBe(
      '/dashboard/months?of=hours&from=2025-10&to=2026-09',
    );
    expect(trif.getByRole('link', { name: /year to date/ }).getAttribute('href')).toBe(
      '/dashboard/cases/1?metric=TRIF&from=2026-01&to=2026-09',
    );
    expect(trif.getByRole('link', { name: /a year earlier/ }).getAttribute('href')).toBe(
      '/dashboard/cases/1?metric=TRIF&from=2024-10&to=2025-09',
    );
    const lagging = await card(/^Incidents/);
    expect(lagging.getByRole('link').getAttribute('href')).toBe(
      '/dashboard/cases/1?metric=LAGGING&from=2026-01&to=2026-11',
    );
  });

  it('compares the rate with the year to date, its interval and a year earlier', async () => {
    open(routes, '/dashboard', answers());
    const trif = await card(/^Total recordable/);
    const facts = trif
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`);
    expect(facts).toEqual([
      'Year to date: 1.80',
      '95% confidence interval: 1.21 – 2.71',
      'A year earlier: 1.73within the interval',
    ]);
  });

  it('explains months above the limit and provisional months, with a link to enter hours', async () => {
    open(
      routes,
      '/dashboard',
      answers(figures({ trif: { '2026-05': { figure: 2.14 }, '2026-06': { figure: 2.35 } } })),
    );
    const trif = await card(/^Total recordable/);
    expect(trif.getByText(/Above the limit/).textContent).toContain(
      'Above the limit (set 6 January 2026) in May and June. October is provisional: no hours yet. Enter October',
    );
    expect(trif.getByRole('link', { name: 'Enter October' }).getAttribute('href')).toBe(
      '/settings/organization/reporting/2026-10',
    );
  });

  it('shows n/a, not 0, without hours, with a link to enter them', async () => {
    const none = { trif: noRate(['2026-09', '2026-10']), ltif: noRate(['2026-10']), mvif: noRate(['2026-10']) };
    const response = figures({
      from: '2026-10',
      until: null,
      trif: { '2026-10': noRate(['2026-10']) },
      change: { rolling12: { ...none, until: { hours: null, kms: null } } },
    });
    open(routes, '/dashboard?from=2026-10', answers(response));
    const trif = await card(/^Total recordable/);
    expect(trif.getByText('n/a')).toBeTruthy();
    expect(trif.getByText('No hours yet')).toBeTruthy();
    expect(trif.getByText(/Rolling 12 months/).parentElement!.textContent).toContain(
      '0 recordable cases, no hours yet',
    );
    expect(trif.getByRole('link', { name: 'Enter October' }).getAttribute('href')).toBe(
      '/settings/organization/reporting/2026-10',
    );
    expect(trif.queryByText('0.00')).toBeNull();
  });

  it('hides limits and hours without the permission, and says whose events are counted', async () => {
    open(routes, '/dashboard', answers(), started(new Set<Permission>()));
    const trif = await card(/^Total recordable/);
    expect(trif.queryByRole('link', { name: /Enter/ })).toBeNull();
    expect(trif.getByRole('link', { name: '2,811,430 hours' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /limit…/ })).toBeNull();
    expect(screen.getByText('Your own leading events this year')).toBeTruthy();
  });

  it('shows every figure of a chart in its table', async () => {
    const user = userEvent.setup();
    open(routes, '/dashboard', answers(figures({ trif: { '2026-05': { figure: 2.14 } } })));
    const trif = await card(/^Total recordable/);
    await user.click(trif.getByRole('button', { name: /^View as table/ }));
    const rows = trif.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toHaveLength(11);
    expect(rows[5]).toBe('May 2026above 2.141.21 – 2.712.00262,811,430');
    expect(rows[10]).toContain('provisional 1.85');
    const month = within(trif.getAllByRole('row')[5]!);
    expect(month.getByRole('link', { name: '26 recordable cases, Jun 2025 – May 2026' }).getAttribute('href')).toBe(
      '/dashboard/cases/1?metric=TRIF&from=2025-06&to=2026-05',
    );
    expect(month.getByRole('link', { name: '2,811,430 hours, Jun 2025 – May 2026' }).getAttribute('href')).toBe(
      '/dashboard/months?of=hours&from=2025-06&to=2026-05',
    );
  });

  it('marks a provisional figure above the limit', async () => {
    const user = userEvent.setup();
    open(routes, '/dashboard', answers(figures({ trif: { '2026-10': { figure: 2.3 } } })));
    const trif = await card(/^Total recordable/);
    expect(trif.getByText(/Provisionally above/).textContent).toContain(
      'Provisionally above the limit in October. October is provisional: no hours yet.',
    );
    await user.click(trif.getByRole('button', { name: /^View as table/ }));
    expect(trif.getAllByRole('row')[10]!.textContent).toContain('provisionally above 2.30');
  });

  it('describes a change of a limit beside its chart', async () => {
    const changed = limits(2026, {
      changes: {
        ...limits(2026).changes,
        trif: { from: 2.2, by: daniel, at: '2026-11-02T15:00:00Z', reason: 'Two crews more' },
      },
    });
    open(routes, '/dashboard', answers(figures({ loadLines: [changed] })));
    const text = 'Daniel Okafor changed the limit from 2.20 to 2.00 on 2 November 2026: “Two crews more”';
    expect((await card(/^Total recordable/)).getByText(/changed the limit/).textContent).toContain(text);
    expect((await card(/^Lost time/)).queryByText(/changed the limit/)).toBeNull();
  });

  it('counts leading and lagging events of the range, and shows their ratio', async () => {
    open(routes, '/dashboard', answers());
    const lagging = await card(/^Incidents/);
    expect(lagging.getByText('220')).toBeTruthy();
    expect(lagging.getByText('One incident for every 6.9 leading events')).toBeTruthy();
  });

  it('shows five tasks, and all of them by due date on a page of their own', async () => {
    const user = userEvent.setup();
    const items: Notification[] = [
      { type: 'MONTHLY_REPORTING', month: '2026-10', isOverdue: true },
      ...[1, 2, 3, 4, 5, 6].map(review),
    ];
    const { router } = open(routes, '/dashboard', answers(figures(), items));
    const tasks = await card('You have 7 tasks assigned to you');
    expect(tasks.getByText('You have 1 overdue task')).toBeTruthy();
    expect(tasks.getAllByRole('listitem')).toHaveLength(5);
    await user.click(tasks.getByRole('link', { name: 'View all 7 of your upcoming tasks' }));
    expect(router.state.location.pathname).toBe('/dashboard/to-do-list');
    expect((await card('Overdue')).getByRole('link').getAttribute('href')).toBe(
      '/settings/organization/reporting/2026-10',
    );
    expect((await card('Waiting for you')).getAllByRole('listitem')).toHaveLength(6);
    expect(screen.queryByRole('region', { name: 'Later' })).toBeNull();
  });

  it('shows the first of very many tasks, with their total and a link to the list', async () => {
    const items = Array.from({ length: MAX_NOTIFICATIONS }, (_, place) => review(place + 1));
    open(routes, '/dashboard/to-do-list', [
      http.get('*/api/dashboard/notifications', () =>
        answer(notificationList, { items, totalCount: 1234, overdueCount: 0, alarms: [], news: [], newNewsCount: 0 }),
      ),
      ...answers(),
    ]);
    expect((await card('Waiting for you')).getAllByRole('listitem')).toHaveLength(MAX_NOTIFICATIONS);
    expect(screen.getByText(/^You have 1234 tasks assigned to you/)).toBeTruthy();
    expect(
      screen.getByText(new RegExp(`^These are the first ${MAX_NOTIFICATIONS}; the others follow as they are done\\.`)),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All reported events' }).getAttribute('href')).toBe(
      '/events/list/1?state=REPORTED',
    );
  });

  it('requests the default range without months, so that the response can be preloaded', async () => {
    const { asked } = open(routes, '/dashboard', answers());
    await card(/^Total recordable/);
    const figureRequests = asked
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.endsWith('/reported-events'));
    expect(figureRequests.map(({ searchParams }) => [...searchParams.keys()])).toEqual([['organizationGuid']]);
  });

  it('stores the range in the URL', async () => {
    // jsdom has no layout, so the panel's focus trap finds no visible element and warns.
    const consoleWarn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const user = userEvent.setup();
    const { router, asked } = open(routes, '/dashboard', answers());
    await user.click(await screen.findByRole('button', { name: 'Jan 2026 – Nov 2026' }));
    await user.click(await screen.findByText('Last year, 2025'));
    expect(router.state.location.search).toBe('?to=2025-12');
    await waitFor(() =>
      expect(
        new URL(asked.filter(({ url }) => url.includes('/reported-events')).at(-1)!.url).searchParams.get('to'),
      ).toBe('2025-12'),
    );
    consoleWarn.mockRestore();
  });

  it('shows the tasks when the figures could not be loaded', async () => {
    const failing = http.get('*/api/dashboard/reported-events', () =>
      HttpResponse.json({ className: 'InternalServerError' }, { status: 500 }),
    );
    open(routes, '/dashboard', [failing, ...answers(figures(), [review(1)])]);
    expect(await screen.findByText('Could not load')).toBeTruthy();
    expect(await screen.findByText('Review is required for this event')).toBeTruthy();
  });
});

describe('the limits of a year', () => {
  let newest = limits(2026);
  beforeEach(() => void (newest = limits(2026)));
  const held = http.get('*/api/orgs/:org/load-lines/2026', () => answer(loadLinesAnswer, newest));

  async function openLimits(put: Parameters<typeof http.put>[1]) {
    const user = userEvent.setup();
    const stage = open(routes, '/dashboard?to=2026-11', [
      held,
      http.put('*/api/orgs/:org/load-lines/2026', put),
      ...answers(),
    ]);
    await user.click((await screen.findAllByRole('button', { name: /^Change the limit…/ }))[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the limits of 2026' }));
    return { user, dialog, ...stage };
  }

  it('show who set them, accept numbers or nothing, and are sent with the revision that was seen', async () => {
    const sent: unknown[] = [];
    const { user, dialog } = await openLimits(async ({ request }) => {
      sent.push(request.headers.get('If-Match'), await request.json());
      return answer(loadLinesAnswer, limits(2026, { trif: 1.9, ltif: null, revision: 2 }));
    });
    expect(dialog.getByText(/Set by Priya Raman/).textContent).toContain('TRIF 2.00, LTIF 0.60, MVIF 2.50');
    const [trif, ltif] = dialog.getAllByRole('textbox');
    await user.clear(trif!);
    await user.type(trif!, '-2');
    await user.clear(ltif!);
    await user.click(dialog.getByRole('button', { name: 'Set the limits of 2026' }));
    expect(dialog.getAllByText('Must be zero or greater')).toHaveLength(2);
    await user.clear(trif!);
    await user.type(trif!, '1.8');
    expect(dialog.getAllByRole('status')[0]!.textContent).toBe(
      'TRIF: January to October keep the limit that was in force then. 1.80 applies from November.LTIF: January to October keep the limit that was in force then. No limit applies from November.',
    );
    await user.click(dialog.getByRole('button', { name: 'Set the limits of 2026' }));
    expect(dialog.getAllByText('Please enter a reason')).toHaveLength(2);
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText(/^Reason/), 'Two crews more');
    await user.click(dialog.getByRole('button', { name: 'Set the limits of 2026' }));
    await waitFor(() => expect(sent).toEqual(['"1"', { trif: 1.8, ltif: null, mvif: 2.5, reason: 'Two crews more' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show the other version when someone else saved first', async () => {
    const { user, dialog } = await openLimits(() => {
      newest = limits(2026, { trif: 1.5, setBy: daniel, revision: 2 });
      return HttpResponse.json({ className: 'StaleRevision', currentRevision: 2 }, { status: 409 });
    });
    const trif = dialog.getAllByRole('textbox')[0] as HTMLInputElement;
    await user.clear(trif);
    await user.type(trif, '1.7');
    await user.type(dialog.getByLabelText(/^Reason/), 'Two crews more');
    await user.click(dialog.getByRole('button', { name: 'Set the limits of 2026' }));
    const other = await dialog.findByText(/set other limits in the meantime/);
    expect(other.parentElement!.textContent).toContain(
      'Daniel Okafor set other limits in the meantime: TRIF 1.50, LTIF 0.60, MVIF 2.50',
    );
    expect(trif.value).toBe('1.7');
  });
});

describe('my reports on the dashboard', () => {
  const report = (number: number) =>
    myReport.parse({
      eventId: guid(number),
      number,
      heading: `Report ${number}`,
      formName: 'Near miss',
      occurrenceDate: '2026-11-17',
      worksiteName: null,
      state: 'REVIEWED',
      reportedAt: '2026-11-17T13:52:00Z',
      with: null,
      reviewedAt: '2026-11-18T22:57:00Z',
      closedAt: '2026-11-18T22:57:00Z',
      returnedAt: null,
      answer: { text: 'The aisle has a barrier now.', by: daniel, at: '2026-11-18T22:57:00Z' },
      actions: { open: 0, toCheck: 0, verified: 0 },
      alarm: null,
      answeredAt: '2026-11-18T22:57:00Z',
    });
  const reports = (totalCount: number) =>
    http.get('*/api/my-reports', ({ request }) => {
      const limit = Number(new URL(request.url).searchParams.get('limit'));
      const items = Array.from({ length: Math.min(limit, totalCount) }, (_, place) => report(1048 - place));
      return answer(myReportList, { items, totalCount, limit, offset: 0 });
    });
  const worker = started(new Set([...allPermissions].filter((permission) => permission !== 'VIEW_OTHER_USERS_EVENTS')));
  const without = (module: 'events', who = worker) => ({
    ...who,
    modules: new Set([...who.modules].filter((each) => each !== module)),
  });

  it('come first for those who see no other events: the three newest with their answers, and a link to all', async () => {
    const { asked } = open(routes, '/dashboard', [reports(12), ...answers()], worker);
    const mine = await card('My reports');
    expect(mine.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Report 1048',
      'Report 1047',
      'Report 1046',
    ]);
    expect(mine.getAllByRole('figure')[0]!.textContent).toBe('The aisle has a barrier now.Daniel Okafor, 18 Nov 2026');
    expect(mine.getByRole('link', { name: 'View all 12 of my reports' }).getAttribute('href')).toBe('/my-reports');
    const names = screen.getAllByRole('region').map((region) => within(region).getAllByRole('heading')[0]!.textContent);
    expect(names[0]).toBe('My reports');
    expect(names.length).toBeGreaterThan(3);
    const mineAsked = asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/my-reports'));
    expect(mineAsked.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['3']);
  });

  it('lead to their page also when all of them are shown', async () => {
    open(routes, '/dashboard', [reports(2), ...answers()], worker);
    const mine = await card('My reports');
    expect(mine.getByRole('link', { name: 'Open my reports' }).getAttribute('href')).toBe('/my-reports');
  });

  it('say what will be there as long as there are none', async () => {
    open(routes, '/dashboard', answers(), worker);
    const mine = await card('My reports');
    expect(
      mine.getByText(/^You have not reported anything yet\. What you report appears here, with what became of it\.$/),
    ).toBeTruthy();
    expect(mine.queryByRole('link')).toBeNull();
  });

  it('leave the figures visible if they fail', async () => {
    const failing = http.get('*/api/my-reports', () =>
      HttpResponse.json({ className: 'InternalServerError' }, { status: 500 }),
    );
    open(routes, '/dashboard', [failing, ...answers()], worker);
    expect(await (await card('My reports')).findByText('Could not load')).toBeTruthy();
    expect(await card(/^Total recordable/)).toBeTruthy();
  });

  it.each([1440, 390])('are a link for everyone else, %i pixels wide', async (width) => {
    window.innerWidth = width;
    const { asked } = open(routes, '/dashboard', answers());
    await card(/^Total recordable/);
    expect(screen.getByRole('link', { name: 'My reports' }).getAttribute('href')).toBe('/my-reports');
    expect(screen.queryByRole('region', { name: 'My reports' })).toBeNull();
    expect(asked.some(({ url }) => url.includes('/my-reports'))).toBe(false);
  });

  it('are left out where there are no events', async () => {
    const { asked } = open(routes, '/dashboard', answers(), without('events'));
    await card(/^Total recordable/);
    expect(screen.queryByText('My reports')).toBeNull();
    expect(asked.some(({ url }) => url.includes('/my-reports'))).toBe(false);
  });
});

describe('how many reports were answered', () => {
  const linkOf = (answered: string) =>
    `/events/list/1?answered=${answered}&reportedFrom=2026-08-14&reportedTo=2026-11-11`;

  it('is shown within 7 days, later and not yet; each figure leads to its events', async () => {
    open(routes, '/dashboard', [answersOf(), ...answers()]);
    const text = (await screen.findByRole('region', { name: 'Answers to reporters' })).textContent;
    for (const part of [
      'Answered within 7 days: 43 of 51',
      'Answered after 7 days: 5',
      'Not answered yet: 3',
      'reported from 14 Aug 2026 to 11 Nov 2026',
    ])
      expect(text).toContain(part);
    const section = await card('Answers to reporters');
    expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['43', linkOf('WITHIN_7_DAYS')],
      ['51', linkOf('ANY')],
      ['5', linkOf('LATER')],
      ['3', linkOf('NOT_YET')],
    ]);
  });

  it('names each figure for those who do not see what stands beside it', async () => {
    open(routes, '/dashboard', [answersOf(), ...answers()]);
    const section = await card('Answers to reporters');
    for (const name of [
      '43: answered within 7 days',
      '51: all that need an answer',
      '5: answered after 7 days',
      '3: not answered yet',
    ])
      expect(section.getByRole('link', { name })).toBeTruthy();
  });

  it('stands at the end of the page', async () => {
    open(routes, '/dashboard', [answersOf(), ...answers()]);
    await card('Answers to reporters');
    const last = screen.getAllByRole('region').at(-1)!;
    expect(within(last).getByRole('heading', { name: 'Answers to reporters' })).toBeTruthy();
  });

  it('is not shown if no reports were counted', async () => {
    const { asked } = open(routes, '/dashboard', answers());
    await card(/^Total recordable/);
    await waitFor(() => expect(asked.some(({ url }) => url.includes('/dashboard/answers'))).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByText('Answers to reporters')).toBeNull();
  });
});
