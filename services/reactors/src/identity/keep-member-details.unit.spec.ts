import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { keepMemberDetails } from './keep-member-details.ts';

const event = (type: string) => ({ type, tenant: 'north', data: { userGuid: 'nora' } }) as unknown as RecordedEvent;

test.each([
  ['has another name', 'UserRenamed', { user: 'nora' }],
  ['has another primary address', 'PrimaryEmailAddressChanged', { user: 'nora' }],
  ['joins an organization', 'MemberJoined', { user: 'nora', organization: 'north' }],
])('of whom %s the organizations learn', (_, type, ids) => {
  expect(keepMemberDetails.react(event(type))).toEqual([{ kind: 'KEEP_MEMBER_DETAILS', ids }]);
});

test('a further address or a username is nobody else’s business', () => {
  for (const type of ['EmailAddressAdded', 'UsernameChanged', 'ProfilePhotoChanged'])
    expect(keepMemberDetails.react(event(type))).toEqual([]);
});
