import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { alarmCommandAnswer, alarmDetail, type AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { useAlerts } from '../../../lib/format/alerts.ts';
import { answer, daniel, guid, open, organizationGuid, priya } from '../../../lib/test/stage.tsx';
import { alarm } from '../test/alarm.ts';
import { Component } from './alarm.route.tsx';

function Alerts() {
  return useAlerts().map(({ title }) => <p key={title}>{title}</p>);
}

/** Opens the page of an alarm; `later` is what it is after a command. */
function show(shown: AlarmDetail, later: AlarmDetail = shown, refusal?: object) {
  let current = shown;
  const view = open(
    [
      {
        path: '/alarms/:alarmGuid',
        element: (
          <>
            <Component />
            <Alerts />
          </>
        ),
      },
    ],
    `/alarms/${shown.alarmGuid}`,
    [
      http.get('*/api/orgs/:orgGuid/alarms/:alarmGuid', () => answer(alarmDetail, current)),
      http.post('*/api/orgs/:orgGuid/alarms/:alarmGuid/:command', () => {
        current = later;
        if (refusal) return HttpResponse.json(refusal, { status: 409 });
        return answer(alarmCommandAnswer, { alarmGuid: later.alarmGuid, state: later.state, revision: later.revision });
      }),
    ],
  );
  const sent = () =>
    view.asked
      .filter(({ method, url }) => method === 'POST' && url.includes('/alarms/'))
      .map(({ url }) => new URL(url).pathname.split('/').at(-1));
  return { ...view, sent, user: userEvent.setup() };
}

const held = alarm({
  state: 'ACKNOWLEDGED',
  answeredBy: daniel,
  answeredAt: '2026-11-17T14:10:00.000Z',
  nextStepAt: null,
  allowedCommands: ['take-over', 'call-off'],
});

describe('the page of an alarm', () => {
  it('says why, whom to call, who was alerted when and what became of the emails, and what to do first', async () => {
    show(alarm());
    expect(await screen.findByRole('heading', { level: 1, name: 'Alarm: event 1161 at Acheson Yard' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: /^Nobody has answered for \d+ \w+$/ })).toBeTruthy();
    expect(screen.getByText('Someone was admitted to hospital, someone is needed now')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
    expect(screen.getByRole('link', { name: 'Call Acheson Yard: 780 555 0111' }).getAttribute('href')).toBe(
      'tel:7805550111',
    );
    const told = within(screen.getByRole('list', { name: 'Who was told' })).getAllByRole('listitem');
    expect(told.map(({ textContent }) => textContent)).toEqual([
      '13:52 · The first personDaniel Okafor: email sent 13:52',
      '14:07 · The first two peopleDaniel Okafor: email failed 14:09Priya Raman (you): email not sent yet, tried 2 times',
    ]);
    expect(screen.getByText('2. Keep others away from the danger.')).toBeTruthy();
    expect(
      screen.getByText('You may have to tell an authority within hours. Plimsoll does not know your rules yet.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open event 1161' }).getAttribute('href')).toBe(`/events/${guid(1161)}`);
    expect(screen.getByText('Arrived')).toBeTruthy();
  });

  it('leaves names out for those who may not answer, and offers them nothing', async () => {
    const [first] = alarm().steps;
    show(alarm({ allowedCommands: ['raise'], steps: [{ ...first!, people: null }] }));
    const told = within(await screen.findByRole('list', { name: 'Who was told' }));
    expect(told.getByRole('listitem').textContent).toBe('13:52 · The first person');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is answered by one press', async () => {
    const { user, sent } = show(
      alarm(),
      alarm({ state: 'ACKNOWLEDGED', answeredBy: priya, answeredAt: '2026-11-17T14:10:00.000Z', allowedCommands: [] }),
    );
    await user.click(await screen.findByRole('button', { name: 'I am on it' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'You are on it' })).toBeTruthy();
    expect(sent()).toEqual(['acknowledge']);
  });

  it('says who was faster, and shows that they have it', async () => {
    const { user } = show(alarm(), held, {
      className: 'AlarmStateConflict',
      status: 409,
      state: 'ACKNOWLEDGED',
      heldBy: daniel,
      allowedCommands: ['take-over'],
      fieldErrors: [],
    });
    await user.click(await screen.findByRole('button', { name: 'I am on it' }));
    expect(await screen.findByText('Daniel Okafor is already on it')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 2, name: 'Daniel Okafor is on it' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Take over' })).toBeTruthy();
  });

  it('is called off with a reason, and not without one', async () => {
    const { user, sent, asked } = show(
      held,
      alarm({ state: 'CALLED_OFF', reason: 'False alarm', allowedCommands: [], nextStepAt: null }),
    );
    await user.click(await screen.findByRole('button', { name: 'Call off…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Call off this alarm' }));
    await user.click(dialog.getByRole('button', { name: 'Call off' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('reason');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' False alarm ');
    await user.click(dialog.getByRole('button', { name: 'Call off' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'The alarm was called off' })).toBeTruthy();
    expect(screen.getByText('False alarm')).toBeTruthy();
    expect(sent()).toEqual(['call-off']);
    const request = asked.find(({ url }) => url.endsWith('/call-off'))!;
    expect(await request.json()).toEqual({ reason: 'False alarm' });
    expect(request.url).toContain(organizationGuid);
  });

  it('of a drill says after how many minutes it was answered, and nothing of authorities', async () => {
    show({
      ...held,
      isDrill: true,
      eventId: null,
      number: null,
      formName: null,
      rules: [],
      occurrenceDate: null,
      occurrenceTime: null,
      reportedAt: null,
      arrivedAt: null,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Drill: test alarm at Acheson Yard' })).toBeTruthy();
    expect(screen.getByText('Answered after 18 minutes')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Authorities' })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('link', { name: /event/ })).toBeNull());
  });

  it('counts a later round from its own beginning', async () => {
    const [first] = alarm().steps;
    const recent = new Date(Date.now() - 5 * 60_000 - 5_000).toISOString();
    show(alarm({ round: 2, steps: [first!, { ...first!, round: 2, at: recent }] }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Nobody has answered for 5 minutes' })).toBeTruthy();
    expect(
      screen.getAllByRole('heading', { name: /^Who was told, round/ }).map(({ textContent }) => textContent),
    ).toEqual(['Who was told, round 2', 'Who was told, round 1']);
  });
});
