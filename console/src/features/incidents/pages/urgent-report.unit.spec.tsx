import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { alarmSettings } from '@plimsoll/contracts/alarms/answers';
import { alarmQuestions, injuryForm, nearMissForm, toolboxTalkForm } from '@plimsoll/contracts/forms/built-in-forms';
import { incidentCommandAnswer } from '@plimsoll/contracts/incidents/answers';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { deviceStore, emptyDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component } = await import('./report-event.route.tsx');
const { alarmSettingsAnswer } = await import('../../../lib/test/alarm-settings.ts');
const { answer } = await import('../../../lib/test/stage.tsx');
const { incident, open } = await import('../test/stage.tsx');

const reported = http.post('*/api/reported-events', () =>
  answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 2, number: 1048 }, 201),
);
const routes = [
  { path: '/events/add', Component },
  { path: '/events/:eventId', element: <h1>The event</h1> },
  { path: '/events/:eventId/attachments', element: <h1>The event</h1> },
];
const at = (formGuid: string) => `/events/add?formGuid=${formGuid}`;
const urgent = () => screen.findByRole('switch', { name: 'I need someone now' });
const bodyOf = async (requests: readonly Request[]) =>
  (await requests
    .find(({ method, url }) => method === 'POST' && /\/reported-events(\?|$)/.test(url))!
    .clone()
    .json()) as ReportIncidentRequest;

beforeEach(emptyDevice);

it('“I need someone now” goes with a report, which says before it is sent that it alerts people', async () => {
  const user = userEvent.setup();
  const { asked } = open(routes, at(nearMissForm.formGuid), [reported]);
  await user.click(await urgent());
  await user.type(await screen.findByRole('textbox', { name: /^What happened/ }), 'A crate slid.');
  await user.click(screen.getByRole('radio', { name: /Acheson Yard/ }));
  await user.click(screen.getByRole('radio', { name: 'First aid' }));
  await user.click(screen.getAllByRole('button', { name: 'Report a near miss…' })[0]!);
  expect(await screen.findByText('This alerts people at once: someone is needed now.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Report a near miss' }));
  await screen.findByRole('heading', { name: 'The event' });
  expect((await bodyOf(asked)).isUrgent).toBe(true);
});

it('a quick report asks what alarms depend on, says what alerts people, and leaves the rest open', async () => {
  const user = userEvent.setup();
  const { asked } = open(routes, `${at(injuryForm.formGuid)}&quick=true`, [reported]);
  await user.type(await screen.findByLabelText('What happened, in one sentence?'), 'A beam fell.');
  await user.click(screen.getByRole('radio', { name: /Acheson Yard/ }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ida Falk');
  const hospital = await screen.findByRole('radiogroup', { name: /^Was anyone admitted to hospital\?/ });
  expect(screen.getByRole('radiogroup', { name: /^Did anyone lose consciousness\?/ })).toBeTruthy();
  expect(screen.queryByRole('radiogroup', { name: /^Who gave first aid\?/ })).toBeNull();
  expect(screen.queryByText(/^This alerts people at once/)).toBeNull();
  await user.click(hospital.querySelector('input')!);
  expect(await screen.findByText('This alerts people at once: someone was admitted to hospital.')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Report an injury' })[0]!);
  await screen.findByRole('heading', { name: 'The event' });
  const body = await bodyOf(asked);
  expect(body.isUrgent).toBeUndefined();
  expect(body.components.flatMap(({ answers }) => answers)).toEqual([
    { questionGuid: alarmQuestions.admittedToHospital, value: true },
  ]);
});

it('the switch is on every form, and on none once the organization has switched that rule off', async () => {
  const { unmount } = open(routes, at(toolboxTalkForm.formGuid));
  await urgent();
  unmount();
  const rules = alarmSettingsAnswer().rules.map((rule) =>
    rule.code === 'CALLED' ? { ...rule, isEnabled: false } : rule,
  );
  open(routes, at(nearMissForm.formGuid), [
    http.get('*/api/orgs/:orgGuid/alarm-settings', () => answer(alarmSettings, alarmSettingsAnswer({ rules }))),
  ]);
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'I need someone now' })).toBeNull());
});
