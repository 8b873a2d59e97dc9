import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { alarmDetail, raiseAlarmAnswer, type AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { notificationList } from '@plimsoll/contracts/notifications/notification';
import { answer, daniel, guid, open } from '../../../lib/test/stage.tsx';
import { alarm, notified } from '../test/alarm.ts';
import { AlertSomeone, EventAlarm } from './EventAlarm.tsx';

function show(found: AlarmDetail | null, isInBell = false) {
  let current = found;
  const view = open(
    [
      {
        path: '/',
        element: (
          <>
            <EventAlarm eventId={guid(1161)} />
            <AlertSomeone eventId={guid(1161)} number={1161} />
          </>
        ),
      },
    ],
    '/',
    [
      http.get('*/api/orgs/:orgGuid/alarms/:alarmGuid', () =>
        current
          ? answer(alarmDetail, current)
          : HttpResponse.json({ className: 'RecordNotFound', status: 404 }, { status: 404 }),
      ),
      http.post('*/api/orgs/:orgGuid/alarms', () => {
        current = alarm();
        return answer(raiseAlarmAnswer, { alarmGuid: guid(700), revision: 1 }, 201);
      }),
      http.get('*/api/dashboard/notifications', () =>
        answer(notificationList, {
          items: [],
          totalCount: 0,
          overdueCount: 0,
          alarms: isInBell ? [notified()] : [],
          news: [],
          newNewsCount: 0,
        }),
      ),
    ],
  );
  return { ...view, user: userEvent.setup() };
}

describe('the alarm of an event, on its page', () => {
  it('says for how long nobody has answered', async () => {
    show(alarm());
    expect(
      await screen.findByText(
        'Alarm: Someone was admitted to hospital, someone is needed now.',
        {},
        { timeout: 3_000 },
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the alarm' }).getAttribute('href')).toBe(`/alarms/${guid(700)}`);
  });

  it.each<[Partial<AlarmDetail>, RegExp]>([
    [{ state: 'ACKNOWLEDGED', answeredBy: daniel, answeredAt: '2026-11-17T14:10:00.000Z' }, /^Daniel Okafor is on it$/],
    [{ state: 'CALLED_OFF', reason: 'False alarm' }, /^The alarm was called off\.$/],
  ])('%j says who is on it, or that it is over', async (change, text) => {
    show(alarm(change));
    expect(await screen.findByText(text, {}, { timeout: 3_000 })).toBeTruthy();
  });

  it('says nothing of a notice, nor what the banner above the page says already', async () => {
    const { asked, unmount } = show(alarm({ state: 'TOLD' }));
    await waitFor(() => expect(asked.some(({ url }) => url.includes('/alarms/'))).toBe(true), { timeout: 3_000 });
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
    const again = show(alarm(), true);
    await waitFor(() => expect(again.asked.some(({ url }) => url.includes('/notifications'))).toBe(true), {
      timeout: 3_000,
    });
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });

  it('is raised by hand, once confirmed', async () => {
    const { user, asked } = show(null);
    await user.click(screen.getByRole('button', { name: 'Alert someone…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Alert someone about event 1161' }));
    await user.click(dialog.getByRole('button', { name: 'Alert someone' }));
    expect(await screen.findByText(/^Alarm: /, {}, { timeout: 3_000 })).toBeTruthy();
    const raised = asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/alarms'));
    expect(await Promise.all(raised.map((request) => request.json()))).toEqual([{ eventId: guid(1161) }]);
  });

  it('leads to an alarm that is open already', async () => {
    const { user } = show(alarm());
    await screen.findByText(/^Alarm: /, {}, { timeout: 3_000 });
    await user.click(screen.getByRole('button', { name: 'Alert someone…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('link', { name: 'Open the alarm' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Alert someone' })).toBeNull();
  });
});
