import { composeErasureMail, type ErasureMailKind } from './erasure-mail.ts';
import { mailErasures } from './reactors.ts';

const mail = (kind: ErasureMailKind, dueOn: string | null = null) =>
  composeErasureMail(kind, {
    organizationName: 'Northern Rigging',
    dueOn,
    link: 'https://safety.example.com/settings/organization/privacy',
  });

test('mails say that an erasure was requested, with the time that is left, that it was cancelled, and that it is done', () => {
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

test('jobs of these mails contain guids only', () => {
  expect([...mailErasures.eventTypes].sort()).toEqual(['ErasureCancelled', 'ErasureCompleted', 'ErasureRequested']);
  const requested = mailErasures.react({
    type: 'ErasureRequested',
    stream: { kind: 'erasure-request', guid: 's' },
    data: { erasureGuid: 'e', reason: 'Asked for by letter' },
  } as unknown as Parameters<typeof mailErasures.react>[0]);
  expect(requested).toEqual([{ kind: 'ERASURE_REQUESTED', ids: { subject: 's', erasure: 'e' } }]);
});
