import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { injuryForm, motorVehicleForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { incidentCommandAnswer } from '@plimsoll/contracts/incidents/answers';
import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { membershipList } from '@plimsoll/contracts/organizations/answers';
import { device, deviceStore, emptyDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component } = await import('./report-event.route.tsx');
const { answer, daniel, guid, priya } = await import('../../../lib/test/stage.tsx');
const { useAlerts } = await import('../../../lib/format/alerts.ts');
const { acheson, incident, member, open, started } = await import('../test/stage.tsx');
const { Component: Outbox } = await import('./outbox.route.tsx');
const { storedReports, removeStoredReport } = await import('../../../lib/offline/outbox-storage.ts');
const { sendOutbox } = await import('../../../lib/offline/outbox.ts');

function TheEvent() {
  const alerts = useAlerts();
  return (
    <>
      <h1>The event</h1>
      <p>{alerts.map(({ title, subtitle }) => `${title}. ${subtitle ?? ''}`).join(' ')}</p>
    </>
  );
}

const routes = [
  { path: '/events/add', Component },
  { path: '/events/outbox', Component: Outbox },
  { path: '/events/:eventId', element: <TheEvent /> },
];
const at = (formGuid: string) => `/events/add?formGuid=${formGuid}`;
const reported = http.post('*/api/reported-events', () =>
  answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 1, number: 1048 }, 201),
);
const submit = () => screen.getAllByRole('button', { name: 'Report a near miss…' })[0]!;

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('What happened?'), 'A pallet fell from the forks.');
  await user.click(screen.getByRole('radio', { name: /Acheson Yard/ }));
  await user.click(screen.getByRole('radio', { name: 'Serious injury' }));
}

beforeEach(async () => {
  for (const { key } of storedReports()) await removeStoredReport(key);
  await emptyDevice();
});

describe('a report', () => {
  it('is not sent while a required question is unanswered: the summary takes the focus and links to it', async () => {
    const user = userEvent.setup();
    const { asked } = open(routes, at(nearMissForm.formGuid), [reported]);
    await user.type(await screen.findByLabelText('What happened?'), 'A pallet fell.');
    await user.click(submit());
    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(within(summary).getByText('1 answer needs your attention')).toBeTruthy();
    await user.click(
      within(summary).getByRole('link', { name: 'Answer “What was the worst that could have happened?”' }),
    );
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'First aid' }));
    expect(asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/reported-events'))).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has the only worksite chosen already; with several none is', async () => {
    const { unmount } = open(routes, at(nearMissForm.formGuid));
    expect(((await screen.findByRole('radio', { name: /Acheson Yard/ })) as HTMLInputElement).checked).toBe(true);
    unmount();
    const who = started();
    const [only] = who.organization.worksites;
    const worksites = [only!, { ...only!, guid: guid(77), name: 'North quay' }];
    open(routes, at(nearMissForm.formGuid), [], { ...who, organization: { ...who.organization, worksites } });
    await screen.findByRole('radio', { name: /North quay/ });
    expect(screen.queryByRole('radio', { checked: true, name: /Yard|quay/ })).toBeNull();
  });

  it('distinguishes the description from a question with the same text', async () => {
    open(routes, at(motorVehicleForm.formGuid));
    expect(await screen.findByRole('textbox', { name: 'What happened?' })).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: 'What happened? Vehicle and road' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /^Which vehicle\? \(optional\)$/ })).toBeTruthy();
  });

  it('is confirmed by name, sent once according to the contract, and opens the event', async () => {
    const user = userEvent.setup();
    const { asked, router } = open(routes, at(nearMissForm.formGuid), [reported]);
    await fillIn(user);
    await user.click(submit());
    const confirm = within(await screen.findByRole('dialog', { name: 'Report this near miss' })).getByRole('button', {
      name: 'Report a near miss',
    });
    await user.dblClick(confirm);
    expect(await screen.findByRole('heading', { name: 'The event' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/events/${incident().eventId}`);
    const sent = asked.filter(({ method, url }) => method === 'POST' && url.includes('/reported-events'));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    const body = reportIncidentRequest.parse(await sent[0]!.json());
    expect(body).toMatchObject({
      formGuid: nearMissForm.formGuid,
      worksiteGuid: acheson.guid,
      description: 'A pallet fell from the forks.',
    });
    expect(body.components[0]!.answers[0]!.value).toBe('SERIOUS_INJURY');
    await waitFor(() => expect(device.size).toBe(0));
  });

  it('waits for the user’s own reporting group to load instead of asking for a group', async () => {
    const user = userEvent.setup();
    const usual = started();
    const group = {
      guid: guid(201),
      name: 'Drilling services',
      description: null,
      status: 'ACTIVE' as const,
      memberCount: 3,
      eventCount: 3,
      reassignedToGuid: null,
      revision: 1,
    };
    const { promise: due, resolve: answerNow } = Promise.withResolvers<void>();
    const own = http.get('*/api/org-memberships', async ({ request }) => {
      if (!new URL(request.url).searchParams.has('memberGuid')) return undefined;
      await due;
      return answer(membershipList, { items: [member(priya, { reportingGroupGuid: group.guid })], totalCount: 1 });
    });
    const { asked } = open(routes, at(nearMissForm.formGuid), [own, reported], {
      ...usual,
      organization: { ...usual.organization, reportingGroups: [group] },
    });
    await fillIn(user);
    await user.click(submit());
    answerNow();
    const dialog = await screen.findByRole('dialog', { name: 'Report this near miss' });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Report a near miss' }));
    await screen.findByRole('heading', { name: 'The event' });
    const sent = asked.find(({ method, url }) => method === 'POST' && url.includes('/reported-events'))!;
    expect(reportIncidentRequest.parse(await sent.json()).reportingGroupGuid).toBe(group.guid);
  });

  it('shows a question only if its condition is met', async () => {
    const user = userEvent.setup();
    open(routes, at(motorVehicleForm.formGuid));
    const party = await screen.findByRole('radiogroup', { name: /Was another party involved/ });
    expect(screen.queryByLabelText(/Police file number/)).toBeNull();
    await user.click(within(party).getByRole('radio', { name: 'Yes' }));
    expect(screen.getByLabelText(/Police file number/)).toBeTruthy();
    await user.click(within(party).getByRole('radio', { name: 'No' }));
    expect(screen.queryByLabelText(/Police file number/)).toBeNull();
  });
});

describe('who reviews a report', () => {
  const accepted = http.post('*/api/reported-events/:eventId/request-review', () =>
    answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 2, number: 1048 }),
  );
  const sent = (asked: readonly Request[], what: RegExp) =>
    asked.filter(({ method, url }) => method === 'POST' && what.test(new URL(url).pathname));

  async function reportWith(reviewer: RegExp, handlers: Parameters<typeof open>[2]) {
    const user = userEvent.setup();
    const { asked } = open(routes, at(nearMissForm.formGuid), [reported, ...handlers!]);
    await fillIn(user);
    const choice = within(await screen.findByRole('radiogroup', { name: 'Who reviews it?' }));
    expect((choice.getByRole('radio', { name: 'Decide later' }) as HTMLInputElement).checked).toBe(true);
    await user.click(choice.getByRole('radio', { name: reviewer }));
    await user.click(submit());
    const dialog = within(await screen.findByRole('dialog'));
    return { user, asked, dialog, go: () => user.click(dialog.getByRole('button', { name: 'Report a near miss' })) };
  }

  it('is requested after the report, with a key of its own, for the reported revision', async () => {
    const { asked, dialog, go } = await reportWith(/Daniel Okafor/, [accepted]);
    expect(dialog.getByText(/Daniel Okafor is asked to review it/)).toBeTruthy();
    await go();
    expect(await screen.findByText(/Event 1048 was reported\. Daniel Okafor was asked to review it\./)).toBeTruthy();
    const [report] = sent(asked, /reported-events$/);
    const [review, ...more] = sent(asked, /request-review$/);
    expect(more).toEqual([]);
    expect(await review!.json()).toEqual({ reviewerGuid: daniel.userGuid });
    expect(review!.headers.get('If-Match')).toBe('"1"');
    expect(review!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(review!.headers.get('Idempotency-Key')).not.toBe(report!.headers.get('Idempotency-Key'));
    expect(await report!.json()).not.toHaveProperty('reviewerGuid');
  });

  it('can be decided later: nobody is requested, and the confirmation says so', async () => {
    const { asked, dialog, go } = await reportWith(/Decide later/, [accepted]);
    expect(dialog.getByText(/who reviews it is still to be decided/)).toBeTruthy();
    await go();
    await screen.findByRole('heading', { name: 'The event' });
    expect(sent(asked, /request-review$/)).toEqual([]);
  });

  it('is shown as not requested if that is rejected: only the report has arrived', async () => {
    const refusal = {
      type: 'about:blank',
      title: 'x',
      status: 403,
      className: 'Forbidden',
      detail: 'x',
      requestId: 'r',
      fieldErrors: [],
    };
    const { go } = await reportWith(/Daniel Okafor/, [
      http.post('*/api/reported-events/:eventId/request-review', () => HttpResponse.json(refusal, { status: 403 })),
    ]);
    await go();
    expect(await screen.findByText(/Only the report is in: Daniel Okafor was not asked to review it\./)).toBeTruthy();
    await waitFor(() => expect(device.size).toBe(0));
  });

  it('is not shown as rejected if there was no response', async () => {
    const { go } = await reportWith(/Daniel Okafor/, [
      http.post('*/api/reported-events/:eventId/request-review', () => HttpResponse.error()),
    ]);
    await go();
    expect(
      await screen.findByText(/The report is in, but there was no answer when Daniel Okafor was asked to review it\./),
    ).toBeTruthy();
  });
});

describe('people on a report', () => {
  it('come back as they were typed when their removal is undone', async () => {
    const user = userEvent.setup();
    open(routes, at(injuryForm.formGuid));
    const person = within(await screen.findByRole('listitem', { name: 'Injured person 1' }));
    await user.type(person.getByLabelText('Name'), 'Wes Harding');
    await user.click(person.getByRole('radio', { name: 'Contractor' }));
    await user.click(person.getByRole('button', { name: 'Remove person 1' }));
    expect(screen.queryByRole('listitem', { name: 'Injured person 1' })).toBeNull();
    const undo = screen.getByRole('button', { name: 'Undo: bring Wes Harding back' });
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    const back = within(await screen.findByRole('listitem', { name: 'Injured person 1' }));
    expect((back.getByLabelText('Name') as HTMLInputElement).value).toBe('Wes Harding');
    expect((back.getByRole('radio', { name: 'Contractor' }) as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

describe('the draft of a report', () => {
  it('is listed on the report page with its form, time and text, and can be continued', async () => {
    const user = userEvent.setup();
    const first = open(routes, at(nearMissForm.formGuid));
    await user.type(await screen.findByLabelText('What happened?'), 'Slipped on the ramp. It had rained.');
    await screen.findAllByText(/^Saved \d\d:\d\d on this device$/);
    await waitFor(() => expect(device.size).toBe(1));
    first.unmount();
    const second = open(routes, '/events/add');
    const link = await screen.findByRole('link', { name: /^Continue: Near miss, \d\d:\d\d ?‘Slipped on the ramp’$/ });
    second.unmount();
    open(routes, link.getAttribute('href')!);
    expect(((await screen.findByLabelText('What happened?')) as HTMLTextAreaElement).value).toBe(
      'Slipped on the ramp. It had rained.',
    );
  });

  it('is stored from the first key on, and restored after a reload', async () => {
    const user = userEvent.setup();
    const first = open(routes, at(nearMissForm.formGuid));
    await user.type(await screen.findByLabelText('What happened?'), 'A');
    expect((await screen.findAllByText(/^Saved \d\d:\d\d on this device$/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(device.size).toBe(1));
    first.unmount();
    open(routes, at(nearMissForm.formGuid));
    expect(((await screen.findByLabelText('What happened?')) as HTMLTextAreaElement).value).toBe('A');
  });

  it('is stored encrypted: only the time of its last change is readable', async () => {
    const user = userEvent.setup();
    open(routes, at(nearMissForm.formGuid));
    await fillIn(user);
    await screen.findAllByText(/^Saved \d\d:\d\d on this device$/);
    const [stored] = [...device.values()] as { sealed: ArrayBuffer }[];
    expect(Object.keys(stored!).toSorted()).toEqual(['iv', 'savedAt', 'sealed']);
    expect(Buffer.from(stored!.sealed).toString('latin1')).not.toContain('pallet');
  });

  it('shows server errors at their fields, and clears nothing', async () => {
    const user = userEvent.setup();
    open(routes, at(nearMissForm.formGuid), [
      http.post('*/api/reported-events', () => HttpResponse.json(refusal, { status: 400 })),
    ]);
    await fillIn(user);
    await send(user);
    expect(await within(await screen.findByRole('alert')).findByText('Choose one of the options')).toBeTruthy();
    expect((screen.getByLabelText('What happened?') as HTMLTextAreaElement).value).toBe(
      'A pallet fell from the forks.',
    );
    expect(screen.getByRole('link', { name: 'Choose one of the options' }).getAttribute('href')).toBe(
      `#answers.${nearMissForm.groups[0]!.questions[0]!.questionGuid}`,
    );
    expect(storedReports()).toEqual([]);
  });
});

const refusal = {
  type: 'about:blank',
  title: 'x',
  status: 400,
  className: 'MalformedEventField',
  detail: 'x',
  requestId: 'r',
  fieldErrors: [
    { field: 'components.0.answers.0.value', className: 'MalformedEventField', message: 'Choose one of the options' },
  ],
};

async function send(user: ReturnType<typeof userEvent.setup>) {
  await user.click(submit());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Report a near miss' }));
}

describe('a report without a network', () => {
  const lost = http.post('*/api/reported-events', () => HttpResponse.error());
  const posted = (asked: readonly Request[]) =>
    asked.filter(({ method, url }) => method === 'POST' && /\/reported-events\?/.test(url));

  async function saveOne() {
    const user = userEvent.setup();
    const first = open(routes, at(nearMissForm.formGuid), [lost]);
    await fillIn(user);
    await send(user);
    expect(await screen.findByRole('heading', { name: 'Saved on this device' })).toBeTruthy();
    return { user, first };
  }

  it('is stored encrypted on the device, and sent again as the same report with the same key and instant', async () => {
    const { first } = await saveOne();
    expect(screen.getByRole('article', { name: 'A pallet fell from the forks' })).toBeTruthy();
    const [stored] = [...device.values()] as { sealed: ArrayBuffer }[];
    expect(device.size).toBe(1);
    expect(Buffer.from(stored!.sealed).toString('latin1')).not.toContain('pallet');
    first.unmount();
    const second = open(routes, '/events/outbox', [reported]);
    await screen.findByRole('article', { name: 'A pallet fell from the forks' });
    await act(() => sendOutbox({ isAsked: true }));
    expect(await screen.findByText('No report waits on this device.')).toBeTruthy();
    const [before, after] = await Promise.all(
      [first, second]
        .map(({ asked }) => posted(asked)[0]!)
        .map(async (sent) => ({ key: sent.headers.get('Idempotency-Key'), body: await sent.json() })),
    );
    expect(after).toEqual(before);
    expect(Date.parse(after!.body.at)).not.toBeNaN();
    expect(device.size).toBe(0);
  });

  it('is in the outbox with the server’s error if it is rejected later, and can be edited from there', async () => {
    const { user, first } = await saveOne();
    first.unmount();
    open(routes, '/events/outbox', [
      http.post('*/api/reported-events', () => HttpResponse.json(refusal, { status: 400 })),
    ]);
    await screen.findByRole('article', { name: 'A pallet fell from the forks' });
    await act(() => sendOutbox({ isAsked: true }));
    expect(await screen.findByText(/^Needs you\..*Choose one of the options\.$/)).toBeTruthy();
    const [{ key } = { key: '' }] = storedReports();
    await user.click(screen.getByRole('button', { name: 'Open and change' }));
    expect(((await screen.findByLabelText('What happened?')) as HTMLTextAreaElement).value).toBe(
      'A pallet fell from the forks.',
    );
    expect(storedReports()).toEqual([]);
    expect([...device.keys()]).toEqual([expect.stringMatching(new RegExp(`^report:.*:${key}$`))]);
  });

  it('is discarded only after a confirmation', async () => {
    const { user } = await saveOne();
    await user.click(screen.getByRole('button', { name: 'Discard…' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard this report' })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    expect(storedReports()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Discard…' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard this report' })).getByRole('button', {
        name: 'Discard this report',
      }),
    );
    expect(await screen.findByText('No report waits on this device.')).toBeTruthy();
    expect(device.size).toBe(0);
  });
});
