import { erasureMail } from './erasure-mail.ts';
import { mailErasures } from './mail-erasures.ts';

const mail = (what: Parameters<typeof erasureMail>[0]['what'], dueOn: string | null = null) =>
  erasureMail({
    organizationName: 'Northern Rigging',
    what,
    dueOn,
    link: 'https://safety.example.com/settings/organization/privacy',
  });

test('admins are told that an erasure was asked for, with the time that is left, that it was cancelled and that it is done', () => {
  expect(mail('ERASURE_REQUESTED', '20 March 2026 at 07:40').text).toContain(
    'It begins on 20 March 2026 at 07:40. Until then any admin can cancel it',
  );
  expect(mail('ERASURE_REQUESTED').text).toContain('It begins at once.');
  expect(
    [mail('ERASURE_REQUESTED'), mail('ERASURE_CANCELLED'), mail('ERASURE_DONE')].map(({ subject }) => subject),
  ).toEqual([
    'An erasure was asked for in Northern Rigging',
    'An erasure was cancelled in Northern Rigging',
    'An erasure is done in Northern Rigging',
  ]);
});

test('the jobs of these mails hold guids alone', () => {
  expect([...mailErasures.eventTypes].sort()).toEqual(['ErasureCancelled', 'ErasureCompleted', 'ErasureRequested']);
  const asked = mailErasures.react({
    type: 'ErasureRequested',
    stream: { kind: 'erasure-request', guid: 's' },
    data: { erasureGuid: 'e', reason: 'Asked for by letter' },
  } as unknown as Parameters<typeof mailErasures.react>[0]);
  expect(asked).toEqual([{ kind: 'ERASURE_REQUESTED', ids: { subject: 's', erasure: 'e' } }]);
});
