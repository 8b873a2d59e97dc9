import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { Outlet } from 'react-router';
import { attachmentList, type Attachment } from '@plimsoll/contracts/attachments/answers';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { z } from 'zod';
import { answer, daniel, guid, open } from '../../../lib/test/stage.tsx';
import { Component as EventAttachments } from './event-attachments.route.tsx';

/** The parts of an incident that the tab reads. */
const incident = {
  eventId: guid(1048),
  number: 1048,
  state: 'REPORTED',
  timeZone: 'America/Edmonton',
  injuredPersons: [{ injuredPersonGuid: guid(900), name: 'Ida Falk' }],
  relatedPersons: [],
} as unknown as IncidentDetail;
const file: Attachment = {
  attachmentGuid: guid(700),
  name: 'Ladder.pdf',
  contentType: 'application/pdf',
  size: 340_000,
  sha256: 'a',
  receivedSha256: 'a',
  questionGuid: null,
  personGuids: [guid(900)],
  addedBy: daniel,
  addedAt: '2026-11-18T23:02:00Z',
  isDamaged: false,
  state: 'ATTACHED',
  allowedCommands: [],
};

const show = (list: Partial<z.input<typeof attachmentList>>, now: IncidentDetail = incident, search = '') => {
  const routes = [
    {
      path: '/events/:eventId',
      Component: () => <Outlet context={{ incident: now }} />,
      children: [{ path: 'attachments', Component: EventAttachments }],
    },
  ];
  return open(routes, `/events/${now.eventId}/attachments${search}`, [
    http.get('*/api/reported-events/:eventId/attachments', () =>
      answer(attachmentList, { items: [], totalCount: 0, awaited: [], mayAdd: false, ...list }),
    ),
  ]);
};

it('each file shows its type, size, people, uploader and time', async () => {
  show({ items: [file] });
  const tile = within(await screen.findByRole('list', { name: 'Attachments' })).getByRole('listitem');
  expect(tile.textContent).toMatch(/^Ladder\.pdfPDF, 340 kBDaniel Okafor, 18 Nov, \d\d:02Shows Ida Falk/);
});

it('a picture that breaks off early is marked as damaged', async () => {
  const ladder = { ...file, attachmentGuid: guid(703), name: 'Ladder.jpg', contentType: 'image/jpeg' };
  show({ items: [{ ...ladder, isDamaged: true }, file] });
  const [damaged, whole] = within(await screen.findByRole('list', { name: 'Attachments' })).getAllByRole('listitem');
  expect(damaged!.textContent).toContain('Damaged: part of it is missing');
  expect(whole!.textContent).not.toContain('Damaged');
});

it('users who may not add files have no button, and see why if the event is approved', async () => {
  show({}, { ...incident, state: 'APPROVED' });
  expect(await screen.findByText('An approved event cannot be modified.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
});

it('announced and removed files are listed apart from attached ones', async () => {
  show({
    mayAdd: true,
    awaited: [{ attachmentGuid: guid(701), name: 'Wheel.jpg', size: 2_000_000, questionGuid: null }],
    items: [
      file,
      { ...file, attachmentGuid: guid(702), name: 'Wrong.pdf', state: 'DELETED', allowedCommands: ['restore'] },
    ],
  });
  expect((await screen.findByRole('region', { name: 'Awaited' })).textContent).toContain(
    'Wheel.jpg2 MB, announced with the report and not here yetWait no longer',
  );
  expect(
    within(screen.getByRole('region', { name: 'Removed' })).getByRole('button', { name: 'Restore Wrong.pdf' }),
  ).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')).toHaveLength(1);
});

it('an earlier revision shows the files of that time, with a notice', async () => {
  const { asked } = show(
    { items: [file], asOf: { revision: 2, at: '2026-11-17T14:33:00Z', latest: 4 } },
    incident,
    '?revision=2',
  );
  expect(await screen.findByText(/^These are the files after revision 2 of 4, made 17 Nov/)).toBeTruthy();
  expect(asked.some(({ url }) => url.endsWith('revision=2'))).toBe(true);
});
