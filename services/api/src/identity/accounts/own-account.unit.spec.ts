import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { given } from '../../../test/given-when-then.ts';
import type { Decision } from '../../commands/decision.ts';
import { changeMemberDetails, memberDetailsDecider, type KnownDetails } from '../../members/change-member-details.ts';
import { addEmailAddress } from '../email-addresses/add-email-address.rule.ts';
import { makeEmailAddressPrimary } from '../email-addresses/make-email-address-primary.rule.ts';
import { onboardingStatusOf } from './own-account.ts';
import { removeEmailAddress } from '../email-addresses/remove-email-address.rule.ts';
import { removeProfilePhoto } from './remove-profile-photo.rule.ts';
import { setProfilePhoto } from './set-profile-photo.rule.ts';
import { updateUser } from './update-user.rule.ts';
import { isErased, userDecider, type UserState } from './user.ts';

const guid = '019a0000-0000-7000-8000-000000000001';
const registered = {
  type: 'UserRegistered',
  data: { userGuid: guid, name: 'Nora Reef', emailAddress: 'Nora@Example.test' },
};
const user = (...events: { type: string; data?: object }[]) => given(userDecider, [registered, ...events]);
const added = (emailAddress: string) => ({ type: 'EmailAddressAdded', data: { userGuid: guid, emailAddress } });

describe('a name', () => {
  const update = (request: Parameters<typeof updateUser>[1]) => (state: UserState | null) =>
    updateUser(guid, request, state);

  test('is changed with the username or without it, and what is as it was writes nothing', () => {
    user()
      .when(update({ name: 'Nora Keel' }))
      .then([{ type: 'UserRenamed', data: { userGuid: guid, name: 'Nora Keel' } }]);
    user()
      .when(update({ name: 'Nora Keel', username: 'nora-keel' }))
      .thenMatch([{ type: 'UserRenamed' }, { type: 'UsernameChanged', data: { username: 'nora-keel' } }]);
    const named = user({ type: 'UsernameChanged', data: { userGuid: guid, username: 'nora-keel' } });
    named.when(update({ name: 'Nora Reef', username: 'nora-keel' })).then([]);
    named.when(update({ username: 'Nora-Keel' })).thenMatch([{ data: { username: 'Nora-Keel' } }]);
    named.when(update({})).then([]);
  });
});

describe('an address', () => {
  const add = (emailAddress: string) => (state: UserState | null) => addEmailAddress(guid, emailAddress, state);
  const remove = (emailAddress: string) => (state: UserState | null) => removeEmailAddress(guid, emailAddress, state);
  const choose =
    (emailAddress: string, isPending = false) =>
    (state: UserState | null) =>
      makeEmailAddressPrimary(guid, { emailAddress, isPending }, state);

  test('that was shown to be theirs is added once, whatever its case', () => {
    user()
      .when(add('nora@home.test'))
      .then([{ type: 'EmailAddressAdded', data: { userGuid: guid, emailAddress: 'nora@home.test' } }]);
    user(added('nora@home.test')).when(add('NORA@home.test')).then([]);
  });

  test('becomes the primary one when it is verified, and once', () => {
    const withTwo = user(added('nora@home.test'));
    withTwo
      .when(choose('NORA@HOME.test'))
      .then([{ type: 'PrimaryEmailAddressChanged', data: { userGuid: guid, emailAddress: 'nora@home.test' } }]);
    withTwo.when(choose('nora@example.test')).then([]);
    withTwo.when(choose('nora@other.test', true)).then({ refused: 'UnverifiedEmailAddressCannotBePrimary' });
    withTwo.when(choose('nora@other.test')).then({ refused: 'EmailAddressNotFound' });
  });

  test('is removed unless it is the primary one', () => {
    const withTwo = user(added('nora@home.test'));
    withTwo
      .when(remove('Nora@Home.test'))
      .then([{ type: 'EmailAddressRemoved', data: { userGuid: guid, emailAddress: 'nora@home.test' } }]);
    withTwo.when(remove('nora@example.TEST')).then({ refused: 'PrimaryEmailAddressCannotBeRemoved' });
    withTwo.when(remove('nora@other.test')).then({ refused: 'EmailAddressNotFound' });
    user(added('nora@home.test'), {
      type: 'PrimaryEmailAddressChanged',
      data: { userGuid: guid, emailAddress: 'nora@home.test' },
    })
      .when(remove('nora@example.test'))
      .thenMatch([{ data: { emailAddress: 'Nora@Example.test' } }]);
  });
});

test('a photo is set over the one before, and removed where there is one', () => {
  const set = (state: UserState | null) => setProfilePhoto(guid, state);
  const remove = (state: UserState | null) => removeProfilePhoto(guid, state);
  const withPhoto = user({ type: 'ProfilePhotoChanged' });
  withPhoto.when(set).then([{ type: 'ProfilePhotoChanged', data: { userGuid: guid } }]);
  withPhoto.when(remove).then([{ type: 'ProfilePhotoRemoved', data: { userGuid: guid } }]);
  user({ type: 'ProfilePhotoChanged' }, { type: 'ProfilePhotoRemoved' })
    .when(remove)
    .then({ refused: 'ProfilePhotoNotFound' });
  expect([
    withPhoto.state!.photoRevision,
    user({ type: 'ProfilePhotoChanged' }, { type: 'ProfilePhotoChanged' }).state!.photoRevision,
  ]).toEqual([2, 3]);
});

test('an account that there is not has nothing to change', () => {
  const decisions: ((state: UserState | null) => Decision<unknown>)[] = [
    (state) => updateUser(guid, {}, state),
    (state) => addEmailAddress(guid, 'a@b.test', state),
    (state) => removeEmailAddress(guid, 'a@b.test', state),
    (state) => makeEmailAddressPrimary(guid, { emailAddress: 'a@b.test', isPending: false }, state),
    (state) => setProfilePhoto(guid, state),
    (state) => removeProfilePhoto(guid, state),
  ];
  for (const decide of decisions) given(userDecider).when(decide).then({ refused: 'UsernameDoesNotExist' });
});

test('who has no organization is new; who has one is onboarded once one has led them round', () => {
  expect(
    [[], [{ isOnboarded: false }], [{ isOnboarded: false }, { isOnboarded: true }]].map(onboardingStatusOf),
  ).toEqual(['NEW_USER', 'NOT_ONBOARDED', 'ONBOARDED']);
});

describe('the member details of an organization', () => {
  const details = { userGuid: guid, name: 'Nora Keel', emailAddress: 'nora@home.test', accountRevision: 4 };
  const member = (...events: { type: string; data?: object }[]) => given(memberDetailsDecider, events);
  const change = (asked: typeof details) => (known: KnownDetails) => changeMemberDetails(asked, known);
  const joined = {
    type: 'MemberJoined',
    data: { userGuid: guid, name: 'Nora Reef', emailAddress: 'nora@example.test' },
  };

  test('follows their account, and never goes back behind it', () => {
    member(joined)
      .when(change(details))
      .then([{ type: 'MemberDetailsChanged', data: details }]);
    const later = { type: 'MemberDetailsChanged', data: { ...details, name: 'Nora Mast', accountRevision: 5 } };
    member(joined, later).when(change(details)).then([]);
    member(joined, later)
      .when(change({ ...details, accountRevision: 6 }))
      .thenMatch([{ data: { name: 'Nora Keel', accountRevision: 6 } }]);
  });

  test('is not written again where it is so, for who is no member, and for who was erased', () => {
    for (const events of [
      [{ type: 'MemberJoined', data: { ...joined.data, name: 'Nora Keel', emailAddress: 'nora@home.test' } }],
      [],
      [joined, { type: 'MemberRemoved' }],
      [{ type: 'MemberJoined', data: { ...joined.data, name: ERASED } }],
    ])
      member(...events)
        .when(change(details))
        .then([]);
    expect([isErased({ name: ERASED, primaryEmailAddress: ERASED }), isErased(user().state!)]).toEqual([true, false]);
  });
});
