import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { copyMemberDetails, mailChangedAddress, mailChangedFactors, mailChangedPassword } from './reactors.ts';

const changed = (type: string, kind = 'USER') =>
  ({
    type,
    tenant: 'north',
    revision: 3,
    data: { userGuid: 'nora', emailAddress: 'nora@example.test' },
    metadata: { actor: { userGuid: 'nora', kind } },
  }) as unknown as RecordedEvent;
const addressMail = (recipient: number) => ({
  kind: 'ADDRESS_CHANGED',
  ids: { user: 'nora', revision: 3, recipient },
});

test.each([
  ['EmailAddressAdded', [addressMail(0)]],
  ['EmailAddressRemoved', [addressMail(0), addressMail(1)]],
  ['PrimaryEmailAddressChanged', [addressMail(0), addressMail(1)]],
])('%s mails the primary address and the former one', (type, jobs) => {
  expect(mailChangedAddress.react(changed(type))).toEqual(jobs);
  expect(mailChangedAddress.react(changed(type, 'SYSTEM'))).toEqual([]);
});

test.each([
  ['SecondFactorAdded', 'USER'],
  ['SecondFactorRemoved', 'USER'],
  ['RecoveryCodesMade', 'USER'],
  ['SecondFactorsReset', 'SYSTEM'],
])('%s sends one mail', (type, kind) => {
  expect(mailChangedFactors.react(changed(type, kind))).toEqual([{ kind: 'FACTOR_CHANGED', ids: { user: 'nora' } }]);
});

test.each([
  ['a person', 'USER', [{ kind: 'PASSWORD_CHANGED', ids: { user: 'nora' } }]],
  ['an operator or the demo', 'SYSTEM', []],
])('a password changed by %s', (_, kind, jobs) => {
  expect(mailChangedPassword.react(changed('PasswordChanged', kind))).toEqual(jobs);
});

test.each([
  ['UserRenamed', { user: 'nora' }],
  ['PrimaryEmailAddressChanged', { user: 'nora' }],
  ['MemberJoined', { user: 'nora', organization: 'north' }],
])('%s copies the details of the user to organizations', (type, ids) => {
  expect(copyMemberDetails.react(changed(type))).toEqual([{ kind: 'KEEP_MEMBER_DETAILS', ids }]);
});

test('a further address, a username or a photo is not copied to organizations', () => {
  for (const type of ['EmailAddressAdded', 'UsernameChanged', 'ProfilePhotoChanged'])
    expect(copyMemberDetails.react(changed(type))).toEqual([]);
});
