import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { builtInForms, injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { incidentCommandAnswer } from '@plimsoll/contracts/incidents/answers';
import { whoIsAskedAnswer } from '@plimsoll/contracts/routing/answers';
import { deviceStore, emptyDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component } = await import('./report-event.route.tsx');
const { answer, daniel, guid, priya } = await import('../../../lib/test/stage.tsx');
const { acheson, incident, marta, open, started } = await import('../test/stage.tsx');
const { noteUnreachable } = await import('../../../ui/layout/useOnline.ts');

const northQuay = { ...acheson, guid: guid(102), name: 'North quay' };
const group = (place: number, name: string) => ({
  guid: guid(place),
  name,
  description: null,
  status: 'ACTIVE' as const,
  memberCount: 3,
  eventCount: 3,
  reassignedToGuid: null,
  revision: 1,
});
const [drilling, shop] = [group(201, 'Drilling'), group(202, 'Shop')];

/** An organization with two worksites and two groups, which asks someone at once. */
function asking() {
  const usual = started();
  return {
    ...usual,
    features: new Set([...usual.features, 'REVIEWER_AT_ONCE']),
    organization: { ...usual.organization, worksites: [acheson, northQuay], reportingGroups: [drilling, shop] },
  };
}

/** Daniel is on the list of Acheson Yard, Marta on that of the group Shop, and Priya is an admin. */
const asked = http.get('*/api/orgs/:orgGuid/call-lists/asked', ({ request }) => {
  const { searchParams } = new URL(request.url);
  return answer(
    whoIsAskedAnswer,
    searchParams.get('worksiteGuid') === acheson.guid
      ? { reviewer: daniel, because: 'WORKSITE' }
      : searchParams.get('reportingGroupGuid') === shop.guid
        ? { reviewer: marta, because: 'REPORTING_GROUP' }
        : { reviewer: priya, because: 'ADMINS' },
  );
});
const reported = http.post('*/api/reported-events', () =>
  answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 2, number: 1048 }, 201),
);
const reviewRequested = http.post('*/api/reported-events/:eventId/request-review', () =>
  answer(incidentCommandAnswer, { eventId: incident().eventId, revision: 3, number: 1048 }),
);

const routes = [
  { path: '/events/add', Component },
  { path: '/events/:eventId', element: <h1>The event</h1> },
  { path: '/events/:eventId/attachments', element: <h1>The event</h1> },
];
const at = (formGuid: string) => `/events/add?formGuid=${formGuid}`;
const requestsTo = (requests: readonly Request[], path: RegExp) =>
  requests.filter(({ url }) => path.test(new URL(url).pathname + new URL(url).search));
const reviewersIn = (requests: readonly Request[]) => requestsTo(requests, /org-memberships.*permission=REVIEW_EVENTS/);

beforeEach(emptyDevice);

describe('whom a report goes to', () => {
  it('is said before it is sent, and follows the worksite and the group', async () => {
    const user = userEvent.setup();
    const { asked: requests } = open(routes, at(nearMissForm.formGuid), [asked], asking());
    await user.click(await screen.findByRole('radio', { name: /Acheson Yard/ }));
    const next = within(await screen.findByRole('region', { name: 'What happens next' }));
    expect(await next.findByText('Goes to Daniel Okafor, first on the call list of Acheson Yard.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /North quay/ }));
    expect(await next.findByText('Goes to Priya Raman, as an admin.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Shop' }));
    expect(await next.findByText('Goes to Marta Kowalczyk, first on the call list of Shop.')).toBeTruthy();
    expect(next.queryByText('Who reviews it?')).toBeNull();
    expect(reviewersIn(requests)).toEqual([]);
  });

  it('is named in the confirmation, and nobody is requested after the report', async () => {
    const user = userEvent.setup();
    const { asked: requests } = open(routes, at(nearMissForm.formGuid), [asked, reported], asking());
    await fillIn(user);
    const dialog = await confirmation(user);
    expect(dialog.getByText(/It goes to Daniel Okafor for a review\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Report a near miss' }));
    await screen.findByRole('heading', { name: 'The event' });
    expect(requestsTo(requests, /request-review/)).toEqual([]);
  });

  it('is someone else if the reporter chooses them: they are requested after the report', async () => {
    const user = userEvent.setup();
    const handlers = [asked, reported, reviewRequested];
    const { asked: requests } = open(routes, at(nearMissForm.formGuid), handlers, asking());
    await fillIn(user);
    await screen.findByText(/^Goes to Daniel Okafor/);
    await user.click(screen.getByRole('button', { name: 'Choose someone else' }));
    const choice = within(await screen.findByRole('radiogroup', { name: 'Who reviews it?' }));
    const proposed = choice.getByRole('radio', { name: /^Daniel Okafor, as proposed/ }) as HTMLInputElement;
    expect(proposed.checked).toBe(true);
    expect(choice.getAllByRole('radio', { name: /Daniel Okafor/ })).toEqual([proposed]);
    await waitFor(() => expect(document.activeElement).toBe(proposed));
    await user.click(choice.getByRole('radio', { name: /Priya Raman/ }));
    const dialog = await confirmation(user);
    expect(dialog.getByText(/Priya Raman .* is asked to review it\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Report a near miss' }));
    await screen.findByRole('heading', { name: 'The event' });
    const [request, ...more] = requestsTo(requests, /request-review/);
    expect(more).toEqual([]);
    expect(await request!.json()).toEqual({ reviewerGuid: priya.userGuid });
    expect(request!.headers.get('If-Match')).toBe('"2"');
    expect(requestsTo(requests, /reported-events\?/)).toHaveLength(1);
  });

  it('is said in a quick report as well', async () => {
    const user = userEvent.setup();
    open(routes, `${at(nearMissForm.formGuid)}&quick=true`, [asked], asking());
    await user.click(await screen.findByRole('radio', { name: /Acheson Yard/ }));
    expect(await screen.findByText('Goes to Daniel Okafor, first on the call list of Acheson Yard.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'What happens next' })).toBeNull();
  });

  it('is not known by name without a connection', async () => {
    act(() => noteUnreachable(true));
    const { asked: requests } = open(routes, at(nearMissForm.formGuid), [asked], asking());
    expect(await screen.findByText('Goes to the first person on the call list.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose someone else' })).toBeNull();
    expect(requestsTo(requests, /call-lists/)).toEqual([]);
    act(() => noteUnreachable(false));
    expect(await screen.findByText('Goes to Priya Raman, as an admin.')).toBeTruthy();
  });

  it('is not said if nobody is found', async () => {
    const nobody = http.get('*/api/orgs/:orgGuid/call-lists/asked', () =>
      answer(whoIsAskedAnswer, { reviewer: null, because: null }),
    );
    open(routes, at(injuryForm.formGuid), [nobody], asking());
    await screen.findByRole('region', { name: 'What happens next' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What happens next' })).toBeNull());
  });

  it('is no one for a form without a review', async () => {
    const talk = builtInForms.find(({ eventWorkflow }) => eventWorkflow === 'NONE')!;
    const { asked: requests } = open(routes, at(talk.formGuid), [asked], asking());
    await screen.findByLabelText('What happened?');
    expect(screen.queryByText(/^Goes to/)).toBeNull();
    expect(requestsTo(requests, /call-lists/)).toEqual([]);
  });

  it('is left to the reporter where the organization asks no one at once', async () => {
    const who = asking();
    const { asked: requests } = open(routes, at(nearMissForm.formGuid), [asked], {
      ...who,
      features: new Set(['WORKSITES', 'REPORTING_GROUPS']),
    });
    const choice = within(await screen.findByRole('radiogroup', { name: 'Who reviews it?' }));
    expect((choice.getByRole('radio', { name: 'Decide later' }) as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByText(/^Goes to/)).toBeNull();
    expect(requestsTo(requests, /call-lists/)).toEqual([]);
  });
});

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('What happened?'), 'A pallet fell from the forks.');
  await user.click(screen.getByRole('radio', { name: /Acheson Yard/ }));
  await user.click(screen.getByRole('radio', { name: 'Serious injury' }));
  await user.click(screen.getByRole('radio', { name: 'Drilling' }));
}

async function confirmation(user: ReturnType<typeof userEvent.setup>) {
  await screen.findByText(/^Goes to Daniel Okafor|Who reviews it\?/);
  await user.click(screen.getAllByRole('button', { name: 'Report a near miss…' })[0]!);
  return within(await screen.findByRole('dialog', { name: 'Report this near miss' }));
}
