import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { alarmCommandAnswer } from '@plimsoll/contracts/alarms/answers';
import { notificationList, type NotifiedAlarm } from '@plimsoll/contracts/notifications/notification';
import { answer, guid, open } from '../../../lib/test/stage.tsx';
import { notified } from '../test/alarm.ts';
import { OpenAlarms } from './OpenAlarms.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();

function show(alarms: NotifiedAlarm[], address = '/') {
  let current = alarms;
  const page = (
    <>
      <OpenAlarms isAlone={false} />
      <input aria-label="Typing" />
    </>
  );
  const view = open(
    [
      { path: '/', element: page },
      { path: '/alarms/:alarmGuid', element: page },
    ],
    address,
    [
      http.get('*/api/dashboard/notifications', () =>
        answer(notificationList, {
          items: [],
          totalCount: 0,
          overdueCount: 0,
          alarms: current,
          news: [],
          newNewsCount: 0,
        }),
      ),
      http.post('*/api/orgs/:orgGuid/alarms/:alarmGuid/acknowledge', () => {
        current = [];
        return answer(alarmCommandAnswer, { alarmGuid: guid(700), state: 'ACKNOWLEDGED', revision: 3 });
      }),
    ],
  );
  return { ...view, user: userEvent.setup() };
}
const banner = () => screen.findByRole('complementary', { name: 'Open alarm' });

describe('the banner of open alarms', () => {
  it('says for how long nobody has answered, is announced once, and leaves the focus where it is', async () => {
    show([notified({ raisedAt: minutesAgo(12) })]);
    act(() => screen.getByRole('textbox', { name: 'Typing' }).focus());
    expect((await banner()).textContent).toContain(
      'Alarm: event 1161 at Acheson Yard. Nobody has answered for 12 minutes.',
    );
    expect(screen.getByRole('alert').textContent).toBe('Alarm: event 1161 at Acheson Yard needs someone now.');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Typing' }));
    expect(screen.getByRole('link', { name: 'Open the alarm' }).getAttribute('href')).toBe(`/alarms/${guid(700)}`);
  });

  it('names the newest and counts the others', async () => {
    show([notified({ number: 1170 }), notified({ alarmGuid: guid(701) }), notified({ alarmGuid: guid(702) })]);
    expect((await banner()).textContent).toContain('Alarm: event 1170');
    expect(screen.getByRole('link', { name: 'and 2 more' }).getAttribute('href')).toBe('/alarms');
  });

  it('says that it is a drill, that everyone was alerted, and that emails are not leaving', async () => {
    show([notified({ isDrill: true, number: null, eventId: null, worksiteName: null, raisedAt: minutesAgo(0) })]);
    expect((await banner()).textContent).toContain('Drill: test alarm. Nobody has answered yet.');
    show([notified({ isUnanswered: true, areMailsLate: true })]);
    await waitFor(() =>
      expect(screen.getByText(/Everyone was told\. Alarm emails are not leaving, so call people\./)).toBeTruthy(),
    );
  });

  it('leaves once the alarm is answered', async () => {
    const { user, asked } = show([notified()]);
    await banner();
    await user.click(screen.getByRole('button', { name: 'I am on it' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/acknowledge'))).toHaveLength(1);
  });

  it('is not shown on the page of its alarm, nor without an alarm', async () => {
    const { asked } = show([notified()], `/alarms/${guid(700)}`);
    await waitFor(() => expect(asked.some(({ url }) => url.includes('/notifications'))).toBe(true));
    await act(async () => void (await new Promise((done) => setTimeout(done, 100))));
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
