import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Outlet } from 'react-router';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { form as formAnswer } from '@plimsoll/contracts/forms/form';
import { incidentCommandAnswer, incidentDetail, incidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { positionAnswer } from '@plimsoll/contracts/organizations/answers';
import { allPermissions } from '@plimsoll/contracts/permissions/permissions';
import { Component as EventDetails } from './event-details.route.tsx';
import { Component as EventHistory } from './event-history.route.tsx';
import { Component as Event } from './event.route.tsx';
import { usePollServerChanges } from '../../notifications/public/server-changes.ts';
import { answer, daniel, organizationGuid } from '../../../lib/test/stage.tsx';
import { incident, incidentToReview, marta, open, started } from '../test/stage.tsx';

const routes = [
  {
    path: '/events/:eventId',
    Component: Event,
    children: [
      { index: true, Component: EventDetails },
      { path: 'delete', Component: EventDetails },
      { path: 'history', Component: EventHistory },
    ],
  },
];
const shown = (event: ReturnType<typeof incident>) =>
  http.get('*/api/reported-events/:eventId', () => answer(incidentDetail, event));
const address = `/events/${incident().eventId}`;

async function actions(event: ReturnType<typeof incident>): Promise<(string | null)[]> {
  open(routes, address, [shown(event)]);
  const rail = await screen.findByRole('region', { name: 'Where it stands' });
  return [...within(rail).queryAllByRole('button'), ...within(rail).queryAllByRole('link')].map(
    ({ textContent }) => textContent,
  );
}

describe('the actions of an event', () => {
  it.each<[IncidentCommand[], Parameters<typeof incident>[0], string[]]>([
    [[], {}, []],
    [
      ['amend', 'return', 'request-approval', 'approve', 'delete'],
      {},
      ['Approve event 1048…', 'Return…', 'Reassign…', 'Edit', 'Delete event 1048…'],
    ],
    [
      ['amend', 'review', 'return', 'request-review'],
      { state: 'REVIEW_REQUESTED' },
      ['Review event 1048…', 'Return…', 'Reassign…', 'Edit'],
    ],
    [
      ['amend', 'review', 'request-approval'],
      { state: 'REVIEWED' },
      ['Send event 1048 for approval…', 'Change rating…', 'Edit'],
    ],
    [
      ['amend', 'request-review', 'delete'],
      { state: 'RETURNED' },
      ['Send event 1048 for review…', 'Edit', 'Delete event 1048…'],
    ],
    [['reopen'], { state: 'APPROVED', holder: null, approvedRevision: 4 }, ['Reopen…']],
  ])('are %j and no others', async (allowedCommands, change, buttons) => {
    expect((await actions(incident({ ...change, allowedCommands }))).sort()).toEqual([...buttons].sort());
  });

  it.each([
    ['who asked for a review', {}, true],
    ['no one who asked, where the report went to its reviewer of itself', { isRouted: true as const }, false],
  ])('stand beside %s', async (_, routed, isNamed) => {
    const [reported, requested] = incident().steps;
    await actions(incident({ state: 'REVIEW_REQUESTED', steps: [reported!, { ...requested!, ...routed }] }));
    const step = screen.getByText('Review requested', { selector: 'li *' }).closest('li')!;
    expect(/by Marta/.test(step.textContent)).toBe(isNamed);
  });

  it('of a deleted event include restoring it', async () => {
    expect(
      await actions(incident({ allowedCommands: ['restore'], deleted: { at: '2026-11-19T10:00:00Z', by: daniel } })),
    ).toEqual(['Restore event 1048']);
    expect(screen.getByText(/It can be restored until 19 Dec/)).toBeTruthy();
  });

  it('do not include restoring an event that was deleted too long ago, and the page says so', async () => {
    expect(
      await actions(incident({ allowedCommands: [], deleted: { at: '2026-10-01T10:00:00Z', by: daniel } })),
    ).toEqual([]);
    expect(screen.getByText(/It can no longer be restored/)).toBeTruthy();
  });
});

describe('an event whose assignee left or lost the permission', () => {
  it('shows what it needs, and who was assigned', async () => {
    open(routes, address, [shown(incident({ needsReassigning: true, allowedCommands: ['request-approval'] }))]);
    expect((await screen.findByText('Event 1048 needs another approver')).parentElement!.textContent).toMatch(
      /^Event 1048 needs another approver. Priya \w+ was asked, and has left the organization or may not do it any more.$/,
    );
    expect(screen.getByRole('button', { name: 'Reassign…' })).toBeTruthy();
  });

  it('shows nothing while its assignee can act', async () => {
    open(routes, address, [shown(incident())]);
    expect(await screen.findByRole('region', { name: 'Where it stands' })).toBeTruthy();
    expect(screen.queryByText(/needs another/)).toBeNull();
  });
});

describe('the answers of an event', () => {
  const form = builtInForms.find(({ formGuid }) => formGuid === incident().formGuid)!;
  const group = form.groups[0]!;
  const answered = incident({
    components: [
      { groupGuid: group.groupGuid, answers: [{ questionGuid: group.questions[0]!.questionGuid, value: 'FIRST_AID' }] },
    ],
    relatedPersons: [
      { relatedPersonGuid: '01900000-0000-7000-8000-000000000900', name: 'Ida Falk', role: null, emailAddress: null },
    ],
  });

  it('delay the content below them until they have loaded', async () => {
    let bring = () => {};
    const brought = new Promise<void>((resolve) => (bring = resolve));
    open(routes, address, [
      shown(answered),
      http.get('*/api/forms/:guid', () => brought.then(() => answer(formAnswer, form))),
    ]);
    expect(await screen.findByRole('region', { name: 'What happened' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Other people' })).toBeNull();
    bring();
    const below = await screen.findByRole('region', { name: 'Other people' });
    const answers = screen.getByRole('region', { name: group.title });
    expect(answers.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('leave the rest of the event visible if its form cannot be loaded', async () => {
    open(routes, address, [
      shown(answered),
      http.get('*/api/forms/:guid', () => new HttpResponse(null, { status: 404 })),
    ]);
    expect(await screen.findByRole('region', { name: 'Other people' })).toBeTruthy();
  });
});

describe('a review', () => {
  const toReview = incidentToReview();

  it('names which of the two levels is missing, and shows the band that follows from both', async () => {
    const user = userEvent.setup();
    open(routes, address, [shown(toReview)]);
    await user.click(await screen.findByRole('button', { name: 'Review event 1048…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Review event 1048' }));
    await user.click(dialog.getByRole('button', { name: 'Review event 1048' }));
    expect(dialog.getAllByText('Please choose the level of severity and the level of likelihood.')).toHaveLength(2);
    await user.click(dialog.getByRole('radio', { name: '4 Major' }));
    expect(dialog.getAllByText('Please choose the level of likelihood')).toHaveLength(2);
    await user.click(dialog.getByRole('radio', { name: '3 Possible' }));
    expect(dialog.getByText('High')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
  });
});

describe('the answer to the reporter', () => {
  it('is shown to all who see the event, with who wrote it and when', async () => {
    open(routes, address, [
      shown(incident({ answer: { text: 'The aisle has a barrier now.', by: daniel, at: '2026-11-18T22:57:00Z' } })),
    ]);
    const record = within(await screen.findByRole('region', { name: 'Review and approval' }));
    expect(record.getByRole('heading', { name: 'Answer to the reporter' })).toBeTruthy();
    expect(record.getByText('The aisle has a barrier now.')).toBeTruthy();
    expect(record.getByText(/^Daniel Okafor, 18 Nov( 2026)?, \d\d:57$/)).toBeTruthy();
  });

  it('is left out where there is none', async () => {
    open(routes, address, [shown(incident())]);
    const record = within(await screen.findByRole('region', { name: 'Review and approval' }));
    expect(record.queryByText('Answer to the reporter')).toBeNull();
  });
});

describe('asking for a review', () => {
  const fresh = incident({ state: 'REPORTED', allowedCommands: ['request-review'] });

  it('requires a person, and offers the user only with permission', async () => {
    const user = userEvent.setup();
    const without = new Set([...allPermissions].filter((permission) => permission !== 'ASSIGN_SELF_EVENT_REVIEW'));
    open(routes, address, [shown(fresh)], started(without));
    await user.click(await screen.findByRole('button', { name: /Send event 1048 for review/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('radio', { name: /Daniel Okafor/ })).toBeTruthy();
    expect(dialog.queryByRole('radio', { name: /Priya Raman/ })).toBeNull();
    await user.click(dialog.getByRole('button', { name: /Send event 1048/ }));
    expect(dialog.getByRole('link', { name: 'Assign a reviewer to this event' })).toBeTruthy();
  });
});

describe('an approval', () => {
  it('applies to the revision that was seen; after a conflict it shows who changed the event, and keeps the comment', async () => {
    const user = userEvent.setup();
    let revision = 4;
    const stale = {
      type: 'about:blank',
      title: 'x',
      status: 409,
      className: 'StaleRevision',
      detail: 'x',
      fieldErrors: [],
      requestId: 'r',
      currentRevision: 5,
    };
    const history = {
      items: [
        {
          revision: 5,
          position: 9,
          type: 'IncidentAmended',
          at: '2026-11-19T16:12:00Z',
          recordedAt: '2026-11-19T16:12:00Z',
          actor: { ...marta, kind: 'USER' as const },
          client: { product: 'console', device: 'phone' },
          onBehalfOf: null,
          changes: [{ field: 'immediateActions', from: null, to: 'Aisle taped off.' }],
          comment: null,
          wentTo: null,
          seal: '7c1e90af',
        },
      ],
      totalCount: 5,
    };
    const { asked } = open(routes, address, [
      http.get('*/api/reported-events/:eventId/history', () => answer(incidentHistory, history)),
      http.get('*/api/reported-events/:eventId', () =>
        answer(incidentDetail, incident({ revision, allowedCommands: ['approve'] })),
      ),
      http.post('*/api/reported-events/:eventId/approve', ({ request }) =>
        request.headers.get('If-Match') === '"5"'
          ? answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 6, number: 1048 })
          : HttpResponse.json(stale, { status: 409 }),
      ),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Approve event 1048…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve event 1048' }));
    await user.type(dialog.getByLabelText(/Approval comment/), 'Guards first.');
    await user.click(dialog.getByRole('button', { name: 'Approve event 1048' }));
    expect(await dialog.findByText(/Marta Kowalczyk changed Immediate actions/)).toBeTruthy();
    revision = 5;
    await user.click(dialog.getByRole('button', { name: 'Show the latest' }));
    expect(await dialog.findByText(/You are approving revision 5/)).toBeTruthy();
    expect((dialog.getByLabelText(/Approval comment/) as HTMLTextAreaElement).value).toBe('Guards first.');
    await user.click(dialog.getByRole('button', { name: 'Approve event 1048' }));
    const approvals = asked.filter(({ method, url }) => method === 'POST' && url.includes('/approve'));
    expect(approvals.map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"5"']);
    expect(new Set(approvals.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

describe('the approved revision', () => {
  const approved = incident({
    revision: 4,
    description: 'Forklift reversed into the racking at Bay 4.',
    asOf: {
      revision: 4,
      at: '2026-11-18T23:02:00Z',
      latest: 7,
      position: 41,
      recordedAt: '2026-11-18T23:02:01Z',
      seal: '0f57b3bd',
    },
  });
  const now = incident({
    state: 'REPORTED',
    reviewer: null,
    approver: null,
    approvedRevision: 4,
    revision: 7,
    description: 'Forklift reversed into the racking at Bay 5.',
    steps: [
      ...incident().steps,
      {
        type: 'IncidentReopened',
        revision: 6,
        at: '2026-11-19T10:00:00Z',
        by: daniel,
        to: null,
        comment: 'It was Bay 5.',
      },
    ],
  });

  it('can be read from the page of an event that has been reopened and changed since', async () => {
    const user = userEvent.setup();
    open(routes, address, [
      http.get('*/api/reported-events/:eventId', ({ request }) =>
        answer(incidentDetail, new URL(request.url).searchParams.get('revision') === '4' ? approved : now),
      ),
    ]);
    expect(await screen.findByText('Forklift reversed into the racking at Bay 5.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Revision 4, as it was approved' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'See what was approved' }));
    const then = await screen.findByRole('region', { name: 'Revision 4, as it was approved' });
    expect(
      within(then).getByText(/This is how event 1048 read after revision 4 of 7, made 18 Nov, \d\d:02/),
    ).toBeTruthy();
    expect(screen.getByText('Forklift reversed into the racking at Bay 4.')).toBeTruthy();
    expect(screen.queryByText('Forklift reversed into the racking at Bay 5.')).toBeNull();
  });

  it('is shown as it was on the day that its address names', async () => {
    open(routes, `${address}?asOf=2026-11-18T23:30:00Z`, [
      http.get('*/api/reported-events/:eventId', ({ request }) =>
        answer(
          incidentDetail,
          new URL(request.url).searchParams.get('asOf') === '2026-11-18T23:30:00Z' ? approved : now,
        ),
      ),
    ]);
    const then = await screen.findByRole('region', { name: /^As it was on 18 Nov, \d\d:30/ });
    expect(
      within(then).getByText(/This is how event 1048 read on 18 Nov, \d\d:30.* after revision 4 of 7/),
    ).toBeTruthy();
    expect(screen.getByText('Forklift reversed into the racking at Bay 4.')).toBeTruthy();
    expect(screen.queryByText('Forklift reversed into the racking at Bay 5.')).toBeNull();
  });

  it('shows that a revision does not exist', async () => {
    const none = {
      type: 'about:blank',
      title: 'x',
      status: 404,
      className: 'EventNotFound',
      detail: 'Event not found',
      fieldErrors: [],
      requestId: 'r',
    };
    open(routes, `${address}/history?revision=9`, [
      http.get('*/api/reported-events/:eventId', ({ request }) =>
        request.url.includes('revision=9') ? HttpResponse.json(none, { status: 404 }) : answer(incidentDetail, now),
      ),
    ]);
    expect(await screen.findByText('Event not found')).toBeTruthy();
  });
});

describe('an event that others have changed', () => {
  const after = (revision: number) =>
    incident({ revision, description: `Forklift reversed into the racking at Bay ${revision}.` });
  const Followed = () => {
    usePollServerChanges(organizationGuid);
    return <Outlet />;
  };

  it('shows the latest version at the time of the click, not of the notice', async () => {
    const user = userEvent.setup();
    let revision = 4;
    open([{ Component: Followed, children: routes }], address, [
      http.get('*/api/reported-events/:eventId', () => answer(incidentDetail, after(revision))),
      http.get('*/api/position', () => answer(positionAnswer, { position: String(revision) })),
    ]);
    expect(await screen.findByText('Forklift reversed into the racking at Bay 4.')).toBeTruthy();
    revision = 5;
    document.dispatchEvent(new window.Event('visibilitychange'));
    const line = await screen.findByText('Event 1048 has changed since you opened it.');
    expect(screen.getByText('Forklift reversed into the racking at Bay 4.')).toBeTruthy();
    revision = 6;
    await user.click(screen.getByRole('button', { name: 'Show the latest' }));
    expect(await screen.findByText('Forklift reversed into the racking at Bay 6.')).toBeTruthy();
    expect(line.isConnected).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});
