import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import {
  notificationList,
  type Notification,
  type NotificationList,
} from '@plimsoll/contracts/notifications/notification';
import { NotificationPanel } from './NotificationPanel.tsx';

const eventId = '0192f000-0000-7000-8000-000000000001';
const approval: Notification = {
  type: 'APPROVAL',
  eventId,
  number: 1048,
  heading: 'Forklift reversed into the racking',
  formName: 'Near miss',
  occurrenceDate: '2026-11-12',
  regionGuid: null,
  regionName: 'British Columbia',
  isOverdue: false,
};
const october: Notification = { type: 'MONTHLY_REPORTING', month: '2026-10', isOverdue: true };

function show(items: Notification[], overdueCount = 0) {
  const list: NotificationList = notificationList.parse({
    items,
    totalCount: items.length,
    overdueCount,
    alarms: [],
    news: [],
    newNewsCount: 0,
  });
  render(
    <MemoryRouter>
      <NotificationPanel list={list} isSettled failed={false} onFollow={() => {}} />
    </MemoryRouter>,
  );
}

describe('the dropdown of the bell', () => {
  it('says so when there is nothing to do', () => {
    show([]);
    expect(screen.getByText("You're all caught up!")).toBeTruthy();
  });

  it('links each task, and marks what is overdue', () => {
    show([october, approval], 1);
    expect(screen.getByRole('heading', { name: 'You have 2 tasks assigned to you' })).toBeTruthy();
    expect(screen.getByText('You have 1 overdue task')).toBeTruthy();
    const [first, second] = screen.getAllByRole('link');
    expect(first!.getAttribute('href')).toBe('/settings/organization/reporting/2026-10');
    expect(first!.textContent).toBe('Enter your October reporting dataAdd employee and contractor informationOverdue');
    expect(second!.getAttribute('href')).toBe(`/events/${eventId}`);
    expect(second!.textContent).toBe(
      'Your approval is required for this event1048 · Forklift reversed into the rackingNear miss, 12 Nov 2026, British ColumbiaOpen',
    );
  });

  it('names the event that was returned, or that has no reviewer, and its heading', () => {
    const { type: _, ...record } = approval as Extract<Notification, { type: 'APPROVAL' }>;
    show([
      { ...record, type: 'EVENT_RETURNED', since: '2026-11-20T08:00:00.000Z' },
      { ...record, type: 'EVENT_WITHOUT_REVIEWER', number: 1049, since: '2026-11-20T08:00:00.000Z' },
    ]);
    const [first, second] = screen.getAllByRole('link');
    expect(first!.textContent).toBe(
      'Event 1048 came back to youForklift reversed into the rackingNear miss, 12 Nov 2026, British ColumbiaOpen',
    );
    expect(first!.getAttribute('href')).toBe(`/events/${eventId}`);
    expect(second!.textContent).toBe(
      'Event 1049 waits for a reviewerForklift reversed into the rackingNear miss, 12 Nov 2026, British ColumbiaOpen',
    );
  });

  it('says that a crossed limit was judged by the limit of its month, and is not shown as open', () => {
    show([
      {
        type: 'LOAD_LINE',
        notificationGuid: eventId,
        metric: 'TRIF',
        month: '2026-09',
        figure: 2.41,
        limit: 2,
        isOverdue: false,
      },
    ]);
    expect(screen.getByRole('link').textContent).toBe(
      'TRIF is above its limitSeptember 2026: 2.41, above the limit of 2 that was in force thenAbove limit',
    );
  });

  it('says that a check is overdue', () => {
    show([
      {
        type: 'ACTION_VERIFICATION',
        eventId,
        number: null,
        heading: null,
        taskId: eventId,
        taskDescription: 'Guard the blade',
        dueDate: '2026-11-01',
        isOverdue: true,
      },
    ]);
    expect(screen.getByRole('link').textContent).toContain('Check overdue');
  });

  it('links a corrective action, without its event for users who may not see that', () => {
    const action: Notification = {
      type: 'CORRECTIVE_ACTION',
      eventId,
      number: null,
      heading: null,
      taskId: eventId,
      taskDescription: 'Guard the blade',
      dueDate: '2026-11-30',
      isOverdue: false,
    };
    show([
      action,
      {
        ...action,
        taskId: '0192f000-0000-7000-8000-0000000000ff',
        number: 1048,
        heading: 'Forklift reversed into the racking',
      },
    ]);
    const [first, second] = screen.getAllByRole('link');
    expect(first!.textContent).toBe("You're assigned to a corrective actionGuard the blade, due 30 NovOpen");
    expect(first!.getAttribute('href')).toBe(`/corrective-actions/${eventId}`);
    expect(second!.textContent).toBe(
      "You're assigned to a corrective action1048 · Forklift reversed into the rackingGuard the blade, due 30 NovOpen",
    );
  });

  it.each([
    [5, 5, null],
    [6, 5, 'View all 6 of your upcoming tasks'],
  ])('shows of %i tasks %i, and a link only if there are more', (total, shown, text) => {
    show(
      Array.from({ length: total }, (_, place) => ({
        ...approval,
        eventId: `0192f000-0000-7000-8000-00000000000${place}`,
      })),
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(shown);
    expect(screen.queryByText(/View all/)?.textContent ?? null).toBe(text);
  });
});

it('does not move while it is read: changes are offered below the list', async () => {
  const panelOf = (items: Notification[]) => (
    <MemoryRouter>
      <NotificationPanel
        list={{ items, totalCount: items.length, overdueCount: 0, alarms: [], news: [], newNewsCount: 0 }}
        isSettled
        failed={false}
        onFollow={() => {}}
      />
    </MemoryRouter>
  );
  const { rerender } = render(panelOf([approval]));
  rerender(panelOf([october, approval]));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show the latest tasks' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText('Your tasks have changed.')).toBeNull();
});

it('puts open alarms first, and leads to all of them', () => {
  const alarm = {
    alarmGuid: '0192f000-0000-7000-8000-0000000000aa',
    isDrill: false,
    eventId,
    number: 1161,
    formName: 'Injury',
    worksiteName: 'Acheson Yard',
    raisedAt: new Date(Date.now() - 3 * 60_000 - 5_000).toISOString(),
    isUnanswered: false,
    areMailsLate: false,
  };
  render(
    <MemoryRouter>
      <NotificationPanel
        list={{
          items: [approval],
          totalCount: 1,
          overdueCount: 0,
          alarms: [alarm, { ...alarm, alarmGuid: eventId, isDrill: true, number: null, worksiteName: null }],
          news: [],
          newNewsCount: 0,
        }}
        isSettled
        failed={false}
        hasAlarmList
        onFollow={() => {}}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '2 alarms need an answer',
    'You have 1 task assigned to you',
  ]);
  const [first, drill, , all] = screen.getAllByRole('link');
  expect(first!.textContent).toBe('Alarm: event 1161 at Acheson YardNobody has answered for 3 minutes.Open');
  expect(first!.getAttribute('href')).toBe(`/alarms/${alarm.alarmGuid}`);
  expect(drill!.textContent).toContain('Drill: test alarm');
  expect(all!.getAttribute('href')).toBe('/alarms');
});
