import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { alarmSettings, type AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import type { SetAlarmSettingsRequest } from '@plimsoll/contracts/alarms/requests';
import { builtInForms, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { form, formList } from '@plimsoll/contracts/forms/form';
import { callListList } from '@plimsoll/contracts/routing/answers';
import { useAlerts } from '../../../lib/format/alerts.ts';
import { alarmSettingsAnswer } from '../../../lib/test/alarm-settings.ts';
import { answer, guid, open, started } from '../../../lib/test/stage.tsx';
import { Component } from './alarm-settings.route.tsx';

function Alerts() {
  return useAlerts().map(({ title, subtitle }) => (
    <p key={title}>
      {title} {subtitle}
    </p>
  ));
}

const problem = (className: string) =>
  HttpResponse.json({ className, status: 409, fieldErrors: [], detail: 'x', requestId: 'r' }, { status: 409 });

function show(given: AlarmSettingsAnswer = alarmSettingsAnswer(), who = started()) {
  const current = { settings: given };
  const saved: (SetAlarmSettingsRequest & { revision: string | null })[] = [];
  const view = open(
    [
      {
        path: '/',
        element: (
          <>
            <Component />
            <Alerts />
          </>
        ),
      },
      { path: '/alarms/:alarmGuid', element: <h1>The drill</h1> },
    ],
    '/',
    [
      http.get('*/api/orgs/:orgGuid/alarm-settings', () => answer(alarmSettings, current.settings)),
      http.put('*/api/orgs/:orgGuid/alarm-settings', async ({ request }) => {
        const body = (await request.json()) as SetAlarmSettingsRequest;
        const revision = request.headers.get('If-Match');
        saved.push({ ...body, revision });
        if (revision !== `"${current.settings.revision}"`) return problem('StaleRevision');
        return answer(alarmSettings, { ...current.settings, revision: current.settings.revision + 1 });
      }),
      http.post('*/api/orgs/:orgGuid/alarm-drills', () => problem('LimitReached')),
      http.get('*/api/orgs/:orgGuid/call-lists', () => answer(callListList, { items: [], totalCount: 0, gaps: [] })),
      http.get('*/api/forms', () =>
        answer(formList, {
          items: builtInForms.map(({ groups: _, ...summary }) => ({ ...summary, eventCount: 0 })),
          totalCount: builtInForms.length,
        }),
      ),
      http.get('*/api/forms/:guid', ({ params }) =>
        answer(form, builtInForms.find(({ formGuid }) => formGuid === params.guid)!),
      ),
    ],
    who,
  );
  return { ...view, saved, current, user: userEvent.setup() };
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the alarm settings', () => {
  it('list what raises an alarm and how; a death is always one', async () => {
    show();
    const rules = within(await screen.findByRole('list', { name: 'What raises an alarm' })).getAllByRole('listitem');
    expect(rules).toHaveLength(11);
    expect(rules[0]!.textContent).toBe('Someone diedAlarm: everyone on the call lists and all admins at onceAlways on');
    expect(rules[9]!.textContent).toBe('RolloverNotice: people are emailed once, and nobody needs to answerChange…');
    expect(screen.queryByRole('button', { name: 'Change… Someone died' })).toBeNull();
  });

  it('save a changed rule with all that stays as it is', async () => {
    const { user, saved } = show();
    await user.click(await screen.findByRole('button', { name: 'Change… Fire or explosion' }));
    const dialog = await inDialog('Rule: Fire or explosion');
    await user.click(dialog.getByRole('radio', { name: /^Everyone/ }));
    await user.click(dialog.getByRole('button', { name: 'Save rule' }));
    await screen.findByText(/The alarm settings were saved/);
    const { rules, ownRules, firstSteps, revision } = saved[0]!;
    expect(rules).toHaveLength(11);
    expect(rules.find(({ code }) => code === 'FIRE')).toEqual({
      code: 'FIRE',
      isEnabled: true,
      level: 'ALARM',
      atOnce: 'EVERYONE',
    });
    expect([ownRules, firstSteps, revision]).toEqual([[], null, '"3"']);
  });

  it('keep what someone else has changed meanwhile, once it is saved again', async () => {
    const { user, saved, current } = show();
    await user.click(await screen.findByRole('button', { name: 'Change… the minutes' }));
    current.settings = alarmSettingsAnswer({
      firstSteps: 'Call the control room.',
      isFirstStepsShipped: false,
      revision: 4,
    });
    const dialog = await inDialog('If nobody answers');
    const everyone = dialog.getByRole('textbox', { name: /^Everyone/ });
    await user.clear(everyone);
    await user.type(everyone, '45');
    await user.click(dialog.getByRole('button', { name: 'Save minutes' }));
    expect(await dialog.findByText(/Someone changed the alarm settings since you opened them/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Save minutes' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toMatchObject({
      nextAfterMinutes: 15,
      everyoneAfterMinutes: 45,
      firstSteps: 'Call the control room.',
      revision: '"4"',
    });
  });

  it.each([
    ['4', '30', 'Enter a whole number from 5 to 60'],
    ['15', '121', 'Enter a whole number from 10 to 120'],
    ['30', '30', 'Everyone is alerted after the next person'],
  ])('refuse %s and %s minutes', async (next, everyone, message) => {
    const { user, saved } = show();
    await user.click(await screen.findByRole('button', { name: 'Change… the minutes' }));
    const dialog = await inDialog('If nobody answers');
    for (const [name, typed] of [
      [/^The next/, next],
      [/^Everyone/, everyone],
    ] as const) {
      await user.clear(dialog.getByRole('textbox', { name }));
      await user.type(dialog.getByRole('textbox', { name }), typed);
    }
    await user.click(dialog.getByRole('button', { name: 'Save minutes' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(message);
    expect(saved).toEqual([]);
  });

  it('add a rule for a question of a form', async () => {
    const { user, saved } = show();
    await user.click(await screen.findByRole('button', { name: 'Add a rule…' }));
    const dialog = await inDialog('Add a rule');
    await user.click(dialog.getByRole('button', { name: 'Save rule' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Choose a form');
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'It happened before');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Form' }), 'Near miss');
    await user.type(await dialog.findByRole('combobox', { name: 'Question' }), 'happened here');
    await user.click(await screen.findByRole('option', { name: 'Has this happened here before?' }));
    await user.click(await dialog.findByRole('radio', { name: 'Yes' }));
    await user.click(dialog.getByRole('radio', { name: /^Notice/ }));
    await user.click(dialog.getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const question = nearMissForm.groups[0]!.questions.find(({ text }) => text === 'Has this happened here before?')!;
    expect(saved[0]!.ownRules).toEqual([
      {
        name: 'It happened before',
        formGuid: nearMissForm.formGuid,
        questionGuid: question.questionGuid,
        operator: 'EQUALS',
        value: true,
        level: 'NOTICE',
        atOnce: 'FIRST',
        isEnabled: true,
      },
    ]);
  });

  it('mark rules whose question is gone, remove them, and name copies that shipped rules do not reach', async () => {
    const own = {
      ruleGuid: guid(900),
      name: 'Crane touched a power line',
      formGuid: nearMissForm.formGuid,
      questionGuid: guid(901),
      operator: 'EQUALS' as const,
      value: true,
      level: 'ALARM' as const,
      atOnce: 'FIRST' as const,
      isEnabled: true,
      isStale: true,
    };
    const { user, saved } = show(
      alarmSettingsAnswer({
        ownRules: [own],
        gaps: [{ formGuid: guid(902), name: 'Injury, offshore', missing: ['LOST_PART', 'HOSPITAL'] }],
      }),
    );
    const rule = within(await screen.findByRole('list', { name: 'Your own rules' })).getByRole('listitem');
    await waitFor(() => expect(rule.textContent).toContain('Near miss · Alarm'));
    expect(rule.textContent).toContain('Its question is not in the form any more');
    expect(
      screen.getByText(
        /“Injury, offshore” is a copy of a built-in form, so these rules do not read its questions: a part of the body or an eye was lost, someone was admitted to hospital\./,
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove… Crane touched a power line' }));
    const dialog = await inDialog('Remove “Crane touched a power line”');
    await user.click(dialog.getByRole('button', { name: 'Remove rule' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]!.ownRules).toEqual([]);
  });

  it('go back to the shipped first steps', async () => {
    const { user, saved } = show(alarmSettingsAnswer({ firstSteps: 'Call Ida.', isFirstStepsShipped: false }));
    await user.click(await screen.findByRole('button', { name: 'Change… the first steps' }));
    const dialog = await inDialog('What to do first');
    await user.click(dialog.getByRole('button', { name: 'Use the shipped text' }));
    await user.click(dialog.getByRole('button', { name: 'Save first steps' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]!.firstSteps).toBeNull();
  });

  it('say that a fourth test alarm waits for tomorrow', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Send a test alarm' }));
    expect(await screen.findByText(/You can send 3 test alarms a day\. Send the next one tomorrow\./)).toBeTruthy();
  });

  it('are not shown to those who set only call lists', async () => {
    const { asked } = show(alarmSettingsAnswer(), started(new Set(['MANAGE_WORKSITE_LOCATIONS'])));
    await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/call-lists'))).toBe(true));
    expect(screen.queryByText('What raises an alarm')).toBeNull();
    expect(asked.some(({ url }) => url.endsWith('/alarm-settings'))).toBe(false);
  });
});
