import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { recorded } from '../../../test/given-when-then.ts';
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
const given = (...events: { type: string; data?: object }[]): UserState =>
  userDecider.fold(recorded([registered, ...events]))!;
const added = (emailAddress: string) => ({ type: 'EmailAddressAdded', data: { userGuid: guid, emailAddress } });

describe('a name', () => {
  test('is changed with the username or without it, and what is as it was writes nothing', () => {
    expect(updateUser(guid, { name: 'Nora Keel' }, given())).toEqual([
      { type: 'UserRenamed', data: { userGuid: guid, name: 'Nora Keel' } },
    ]);
    expect(updateUser(guid, { name: 'Nora Keel', username: 'nora-keel' }, given())).toMatchObject([
      { type: 'UserRenamed' },
      { type: 'UsernameChanged', data: { username: 'nora-keel' } },
    ]);
    const user = given({ type: 'UsernameChanged', data: { userGuid: guid, username: 'nora-keel' } });
    expect(updateUser(guid, { name: 'Nora Reef', username: 'nora-keel' }, user)).toEqual([]);
    expect(updateUser(guid, { username: 'Nora-Keel' }, user)).toMatchObject([{ data: { username: 'Nora-Keel' } }]);
    expect(updateUser(guid, {}, user)).toEqual([]);
  });
});

describe('an address', () => {
  test('that was shown to be theirs is added once, whatever its case', () => {
    expect(addEmailAddress(guid, 'nora@home.test', given())).toEqual([
      { type: 'EmailAddressAdded', data: { userGuid: guid, emailAddress: 'nora@home.test' } },
    ]);
    expect(addEmailAddress(guid, 'NORA@home.test', given(added('nora@home.test')))).toEqual([]);
  });

  test('becomes the primary one when it is verified, and once', () => {
    const user = given(added('nora@home.test'));
    const choose = (emailAddress: string, isPending = false) =>
      makeEmailAddressPrimary(guid, { emailAddress, isPending }, user);
    expect(choose('NORA@HOME.test')).toEqual([
      { type: 'PrimaryEmailAddressChanged', data: { userGuid: guid, emailAddress: 'nora@home.test' } },
    ]);
    expect(choose('nora@example.test')).toEqual([]);
    expect(choose('nora@other.test', true)).toEqual({ refused: 'UnverifiedEmailAddressCannotBePrimary' });
    expect(choose('nora@other.test')).toEqual({ refused: 'EmailAddressNotFound' });
  });

  test('is removed unless it is the primary one', () => {
    const user = given(added('nora@home.test'));
    expect(removeEmailAddress(guid, 'Nora@Home.test', user)).toEqual([
      { type: 'EmailAddressRemoved', data: { userGuid: guid, emailAddress: 'nora@home.test' } },
    ]);
    expect(removeEmailAddress(guid, 'nora@example.TEST', user)).toEqual({
      refused: 'PrimaryEmailAddressCannotBeRemoved',
    });
    expect(removeEmailAddress(guid, 'nora@other.test', user)).toEqual({ refused: 'EmailAddressNotFound' });
    const moved = given(added('nora@home.test'), {
      type: 'PrimaryEmailAddressChanged',
      data: { userGuid: guid, emailAddress: 'nora@home.test' },
    });
    expect(removeEmailAddress(guid, 'nora@example.test', moved)).toMatchObject([
      { data: { emailAddress: 'Nora@Example.test' } },
    ]);
  });
});

test('a photo is set over the one before, and removed where there is one', () => {
  const user = given({ type: 'ProfilePhotoChanged' });
  expect(setProfilePhoto(guid, user)).toEqual([{ type: 'ProfilePhotoChanged', data: { userGuid: guid } }]);
  expect(removeProfilePhoto(guid, user)).toEqual([{ type: 'ProfilePhotoRemoved', data: { userGuid: guid } }]);
  expect(removeProfilePhoto(guid, given({ type: 'ProfilePhotoChanged' }, { type: 'ProfilePhotoRemoved' }))).toEqual({
    refused: 'ProfilePhotoNotFound',
  });
  expect([
    user.photoRevision,
    given({ type: 'ProfilePhotoChanged' }, { type: 'ProfilePhotoChanged' }).photoRevision,
  ]).toEqual([2, 3]);
});

test('an account that there is not has nothing to change', () => {
  const none = { refused: 'UsernameDoesNotExist' };
  expect([
    updateUser(guid, {}, null),
    addEmailAddress(guid, 'a@b.test', null),
    removeEmailAddress(guid, 'a@b.test', null),
    makeEmailAddressPrimary(guid, { emailAddress: 'a@b.test', isPending: false }, null),
    setProfilePhoto(guid, null),
    removeProfilePhoto(guid, null),
  ]).toEqual(Array(6).fill(none));
});

test('who has no organization is new; who has one is onboarded once one has led them round', () => {
  expect(
    [[], [{ isOnboarded: false }], [{ isOnboarded: false }, { isOnboarded: true }]].map(onboardingStatusOf),
  ).toEqual(['NEW_USER', 'NOT_ONBOARDED', 'ONBOARDED']);
});

describe('the member details of an organization', () => {
  const details = { userGuid: guid, name: 'Nora Keel', emailAddress: 'nora@home.test', accountRevision: 4 };
  const known = (...events: { type: string; data?: object }[]): KnownDetails =>
    memberDetailsDecider.fold(recorded(events));
  const joined = {
    type: 'MemberJoined',
    data: { userGuid: guid, name: 'Nora Reef', emailAddress: 'nora@example.test' },
  };

  test('follows their account, and never goes back behind it', () => {
    expect(changeMemberDetails(details, known(joined))).toEqual([{ type: 'MemberDetailsChanged', data: details }]);
    const later = { type: 'MemberDetailsChanged', data: { ...details, name: 'Nora Mast', accountRevision: 5 } };
    expect(changeMemberDetails(details, known(joined, later))).toEqual([]);
    expect(changeMemberDetails({ ...details, accountRevision: 6 }, known(joined, later))).toMatchObject([
      { data: { name: 'Nora Keel', accountRevision: 6 } },
    ]);
  });

  test('is not written again where it is so, for who is no member, and for who was erased', () => {
    expect(
      changeMemberDetails(
        details,
        known({ type: 'MemberJoined', data: { ...joined.data, name: 'Nora Keel', emailAddress: 'nora@home.test' } }),
      ),
    ).toEqual([]);
    expect(changeMemberDetails(details, known())).toEqual([]);
    expect(changeMemberDetails(details, known(joined, { type: 'MemberRemoved' }))).toEqual([]);
    expect(
      changeMemberDetails(details, known({ type: 'MemberJoined', data: { ...joined.data, name: ERASED } })),
    ).toEqual([]);
    expect([isErased({ name: ERASED, primaryEmailAddress: ERASED }), isErased(given())]).toEqual([true, false]);
  });
});
