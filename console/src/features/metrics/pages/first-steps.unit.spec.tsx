import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { addMonths, monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { formList } from '@plimsoll/contracts/forms/form';
import { incidentList } from '@plimsoll/contracts/incidents/answers';
import { invitationList } from '@plimsoll/contracts/members/memberships';
import { dashboard, type Dashboard } from '@plimsoll/contracts/metrics/http';
import { notificationList } from '@plimsoll/contracts/notifications/notification';
import { membershipList } from '@plimsoll/contracts/organizations/answers';
import { allPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { formatMonth, todayIn } from '../../../lib/format/time.ts';
import { answer, guid, open, organizationGuid, priya, started } from '../../../lib/test/stage.tsx';
import { noAnswers, noReports } from '../test/answers.ts';
import { figures, noRate } from '../test/figures.ts';
import { Component } from './dashboard.route.tsx';

const routes = [{ path: '/dashboard', Component }];

const answers = (response: Dashboard = figures()) => [
  http.get('*/api/dashboard/reported-events', () => answer(dashboard, response)),
  http.get('*/api/dashboard/notifications', () =>
    answer(notificationList, { items: [], totalCount: 0, overdueCount: 0, alarms: [], news: [], newNewsCount: 0 }),
  ),
  http.get('*/api/forms', () => answer(formList, { items: [], totalCount: 0 })),
  noReports,
  noAnswers,
];

const card = async (name: RegExp | string) => within(await screen.findByRole('region', { name }));

const lastMonth = addMonths(monthOf(todayIn('America/Edmonton')), -1);
const enterHours = `Enter ${formatMonth(lastMonth).split(' ')[0]} hours`;

beforeEach(() => void (window.innerWidth = 1440));

describe('the first steps of an organization', () => {
  /** A new organization: no figures, its founder alone. */
  const nothing = () => {
    const none = noRate([]);
    const empty = figures({ until: null });
    return figures({
      until: null,
      change: {
        months: empty.months.map((month) => ({ ...month, leading: 0, lagging: 0 })),
        yearToDate: { ...empty.yearToDate, trif: none, ltif: none, mvif: none, leading: 0, lagging: 0 },
      },
    });
  };
  const withEvents = () => figures({ until: null });
  const invited = (status: 'ACCEPTED' | null) => ({
    organizationGuid,
    organizationName: 'Northline Field Services',
    recipientName: 'Bo Reef',
    recipientEmailAddress: 'bo@demo.example',
    senderUserAccountGuid: priya.userGuid,
    recipientUserAccountGuid: null,
    status,
    wasAccepted: status === null ? null : true,
    isAdmin: false,
    organizationUserGroups: ['Standard' as const],
    reportingGroupGuid: null,
    sentAt: '2026-11-18T10:00:00Z',
    expiresAt: '2026-12-02T10:00:00Z',
    isExpired: false,
    revision: 1,
  });
  const around = ({ events = 0, pending = false, members = 1 } = {}) => [
    http.get('*/api/org-invitations', () =>
      answer(invitationList, pending ? { items: [invited(null)], totalCount: 1 } : { items: [], totalCount: 0 }),
    ),
    http.get('*/api/org-memberships', () => answer(membershipList, { items: [], totalCount: members })),
    http.get('*/api/reported-events', () =>
      answer(incidentList, {
        items: [],
        totalCount: events,
        limit: 1,
        offset: 0,
        nextCursor: null,
        searchedFrom: null,
      }),
    ),
  ];
  const who = (held?: ReadonlySet<Permission>, subscriptionStatus: 'UNKNOWN' | 'CHOOSE_PRODUCT' = 'UNKNOWN') => {
    const usual = started(held);
    const { billingStatus } = usual.organization;
    return {
      ...usual,
      features: new Set(['WORKSITES']),
      organization: { ...usual.organization, billingStatus: { ...billingStatus, subscriptionStatus } },
    };
  };
  const stepsOf = (list: Awaited<ReturnType<typeof card>>) =>
    list.getAllByRole('listitem').map((item) => item.querySelector('b')!.textContent);
  const primaries = () => [...document.querySelectorAll('.primary')].map(({ textContent }) => textContent);

  beforeEach(() => localStorage.clear());

  it('are a checklist on an empty dashboard, in place of figures, with one primary action', async () => {
    open(routes, '/dashboard', [...around(), ...answers(nothing())], who());
    const list = await card('First steps');
    expect(stepsOf(list)).toEqual(['Add a worksite', 'Invite people', 'Report an event', 'Enter hours worked']);
    expect(list.getByText('0 of 4 done')).toBeTruthy();
    expect(primaries()).toEqual(['Add a worksite…']);
    expect(screen.queryByRole('region', { name: /^Total recordable/ })).toBeNull();
    expect(list.getByRole('link', { name: enterHours }).getAttribute('href')).toBe(
      `/settings/organization/reporting/${lastMonth}`,
    );
  });

  it('are done as the organization fills: the next one is the primary action, and figures come back', async () => {
    const filled = who();
    const worksite = {
      guid: guid(60),
      name: 'Acheson Yard',
      regionGuid: null,
      address: null,
      timeZone: null,
      emergencyPhone: null,
      status: 'ACTIVE' as const,
      eventCount: 1,
      revision: 1,
    };
    open(routes, '/dashboard', [...around({ events: 1, pending: true }), ...answers(withEvents())], {
      ...filled,
      organization: { ...filled.organization, worksites: [worksite] },
    });
    const list = await card('First steps');
    expect(list.getByText('3 of 4 done')).toBeTruthy();
    expect(stepsOf(list)).toEqual([
      'Add a worksite, done',
      'Invite people, done',
      'Report an event, done',
      'Enter hours worked',
    ]);
    expect(primaries()).toEqual([enterHours]);
    expect(await card(/^Total recordable/)).toBeTruthy();
  });

  it('are over with the first events and hours', async () => {
    open(routes, '/dashboard', answers(), who());
    await card(/^Total recordable/);
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    expect(primaries()).toContain('Report an event');
  });

  it('are not shown again when a year begins without events: hours and earlier events are there', async () => {
    const quiet = nothing();
    const { rolling12 } = figures();
    open(routes, '/dashboard', [...around({ events: 40 }), ...answers({ ...quiet, rolling12 })], who());
    await card(/^Total recordable/);
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('are only those that the user may take; who may set up nothing sees none', async () => {
    const { unmount } = open(
      routes,
      '/dashboard',
      [...around(), ...answers(nothing())],
      who(new Set<Permission>(['VIEW_AND_SET_MONTHLY_METRICS'])),
    );
    expect(stepsOf(await card('First steps'))).toEqual(['Report an event', 'Enter hours worked']);
    unmount();
    open(routes, '/dashboard', answers(nothing()), who(new Set<Permission>()));
    await card(/^Total recordable/);
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('stay hidden once they were hidden', async () => {
    const user = userEvent.setup();
    const { unmount } = open(routes, '/dashboard', [...around(), ...answers(nothing())], who());
    await user.click((await card('First steps')).getByRole('button', { name: 'Hide these steps' }));
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    unmount();
    open(routes, '/dashboard', answers(nothing()), who());
    await card(/^Total recordable/);
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('lead to prices only on request, and only those who may choose a plan', async () => {
    const { unmount } = open(
      routes,
      '/dashboard',
      [...around(), ...answers(nothing())],
      who(allPermissions, 'CHOOSE_PRODUCT'),
    );
    expect((await card('First steps')).getByRole('link', { name: 'See plans and prices' }).getAttribute('href')).toBe(
      '/settings/organization/payment/choose-plan',
    );
    unmount();
    open(
      routes,
      '/dashboard',
      [...around(), ...answers(nothing())],
      who(new Set<Permission>(['VIEW_AND_SET_MONTHLY_METRICS']), 'CHOOSE_PRODUCT'),
    );
    await card('First steps');
    expect(screen.queryByRole('link', { name: 'See plans and prices' })).toBeNull();
  });
});
