import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { incidentCommandAnswer, incidentDetail, type IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { deviceStore, emptyDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component: EventDetails } = await import('../pages/event-details.route.tsx');
const { Component: Event } = await import('../pages/event.route.tsx');
const { answer, daniel, guid, priya } = await import('../../../lib/test/stage.tsx');
const { incident, incidentToReview, marta, open } = await import('../test/stage.tsx');

const routes = [{ path: '/events/:eventId', Component: Event, children: [{ index: true, Component: EventDetails }] }];
const toApprove = (change: Partial<IncidentDetail> = {}) => incident({ allowedCommands: ['approve'], ...change });
const own = { reporter: priya, enteredBy: priya };

async function openDialog(event: IncidentDetail) {
  const user = userEvent.setup();
  const verb = event.allowedCommands[0] === 'review' ? 'Review' : 'Approve';
  const path = verb.toLowerCase();
  const { asked } = open(routes, `/events/${event.eventId}`, [
    http.get('*/api/reported-events/:eventId', () => answer(incidentDetail, event)),
    http.post(`*/api/reported-events/:eventId/${path}`, () =>
      answer(incidentCommandAnswer, { eventId: event.eventId, revision: 5, number: 1048 }),
    ),
  ]);
  await user.click(await screen.findByRole('button', { name: `${verb} event 1048…` }));
  const dialog = within(await screen.findByRole('dialog', { name: `${verb} event 1048` }));
  if (verb === 'Review') {
    await user.click(dialog.getByRole('radio', { name: '4 Major' }));
    await user.click(dialog.getByRole('radio', { name: '3 Possible' }));
  }
  const sent = () => asked.filter(({ method, url }) => method === 'POST' && url.includes(`/${path}`));
  return {
    user,
    dialog,
    sent,
    send: () => user.click(dialog.getByRole('button', { name: `${verb} event 1048` })),
    bodySent: async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toHaveLength(1);
      return (await sent()[0]!.json()) as unknown;
    },
  };
}
type Opened = Awaited<ReturnType<typeof openDialog>>['dialog'];
const sentence = (dialog: Opened) =>
  dialog.queryByRole('textbox', { name: /^A sentence to / }) as HTMLTextAreaElement | null;

beforeEach(emptyDevice);

describe('a sentence to the person who reported an event', () => {
  it.each([
    [
      'a review',
      incidentToReview(),
      { severity: 4, likelihood: 3, comment: null, answer: 'The aisle has a barrier now.' },
    ],
    [
      'an approval',
      toApprove(),
      {
        approvalComment: null,
        answer: 'The aisle has a barrier now.',
        signature: 'Priya Raman',
        signatureDrawing: null,
      },
    ],
  ])('can be sent with %s', async (_, event, body) => {
    const { user, dialog, send, bodySent } = await openDialog(event);
    const field = dialog.getByRole('textbox', { name: /^A sentence to Marta, who reported it/ });
    await user.type(field, ' The aisle has a barrier now. ');
    await send();
    expect(await bodySent()).toEqual(body);
  });

  it.each([
    ['a review', incidentToReview()],
    ['an approval', toApprove()],
  ])('is optional in %s', async (_, event) => {
    const { send, bodySent } = await openDialog(event);
    await send();
    expect(await bodySent()).toMatchObject({ answer: null });
  });

  it.each([
    ['a review', incidentToReview],
    ['an approval', toApprove],
  ])('is not offered in %s where there is nobody to tell', async (_, made) => {
    const { dialog, send, bodySent } = await openDialog(made(own));
    expect(sentence(dialog)).toBeNull();
    await send();
    expect(await bodySent()).not.toHaveProperty('answer');
  });

  it.each([
    ['a review', incidentToReview],
    ['an approval', toApprove],
  ])('is not offered in %s of an imported event', async (_, made) => {
    const { dialog } = await openDialog(made({ isImported: true }));
    expect(sentence(dialog)).toBeNull();
  });

  it.each<[string, Partial<IncidentDetail>, RegExp]>([
    ['who reported it', { enteredBy: daniel }, /^A sentence to Marta, who reported it/],
    [
      'who entered it, if the user reported it',
      { reporter: priya, enteredBy: daniel },
      /^A sentence to Daniel, who entered it/,
    ],
    [
      'who reported it, if the user entered it',
      { reporter: marta, enteredBy: priya },
      /^A sentence to Marta, who reported it/,
    ],
    [
      'someone who has left',
      {
        reporter: { userGuid: guid(77), name: 'Someone who has left' },
        enteredBy: { userGuid: guid(77), name: 'Someone who has left' },
      },
      /^A sentence to someone who has left, who reported it/,
    ],
  ])('is for %s', async (_, people, name) => {
    const { dialog } = await openDialog(incidentToReview(people));
    expect(dialog.getByRole('textbox', { name })).toBeTruthy();
  });

  it('shows the last one beside the field, which stays unless another is written', async () => {
    const { dialog } = await openDialog(
      toApprove({ answer: { text: 'We look into it.', by: daniel, at: '2026-11-18T22:57:00Z' } }),
    );
    expect(sentence(dialog)!.value).toBe('');
    expect(dialog.getByText('The last answer was: “We look into it.” Leave this empty to keep it.')).toBeTruthy();
  });

  it.each([
    ['a review', incidentToReview()],
    ['an approval', toApprove()],
  ])('of more than 1,000 characters is refused at its field in %s, and nothing is sent', async (_, event) => {
    const { user, dialog, send, sent, bodySent } = await openDialog(event);
    const field = sentence(dialog)!;
    await user.click(field);
    await user.paste('x'.repeat(1_001));
    await send();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    const described = field.getAttribute('aria-describedby')!.split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'Must have at most 1,000 characters',
    );
    expect(sent()).toHaveLength(0);
    await user.clear(field);
    await user.paste('x'.repeat(1_000));
    await send();
    expect(await bodySent()).toMatchObject({ answer: 'x'.repeat(1_000) });
  });
});
