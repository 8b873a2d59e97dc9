import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailMemberships } from './reactors.ts';

const event = (type: string, data: object, actor: object = {}) =>
  ({
    type,
    data,
    revision: 3,
    stream: { guid: 'stream' },
    metadata: { actor: { userGuid: 'ada', kind: 'USER', ...actor } },
  }) as unknown as RecordedEvent;

test.each<[string, object, object[]]>([
  ['InvitationSent', {}, [{ kind: 'INVITATION', ids: { invitation: 'stream', revision: 3 } }]],
  ['MembershipRequested', { userGuid: 'ada' }, [{ kind: 'MEMBERSHIP_REQUESTED', ids: { request: 'stream' } }]],
  [
    'MembershipRequestApproved',
    { userGuid: 'bo' },
    [{ kind: 'MEMBERSHIP_ANSWERED', ids: { request: 'stream', recipient: 'bo' } }],
  ],
  [
    'MembershipRequestDeclined',
    { userGuid: 'bo' },
    [{ kind: 'MEMBERSHIP_ANSWERED', ids: { request: 'stream', recipient: 'bo' } }],
  ],
  ['MemberRemoved', { userGuid: 'bo' }, [{ kind: 'MEMBERSHIP_REMOVED', ids: { member: 'stream', recipient: 'bo' } }]],
  ['MemberRemoved', { userGuid: 'ada' }, []],
  ['InvitationRevoked', {}, []],
  ...['INVITATION', 'SSO'].map((through): [string, object, object[]] => [
    'MemberJoined',
    { userGuid: 'ada', through },
    [{ kind: 'MEMBERSHIP_BEGUN', ids: { member: 'stream', recipient: 'ada' } }],
  ]),
  ...['FOUNDER', 'REQUEST', null].map((through): [string, object, object[]] => [
    'MemberJoined',
    { userGuid: 'ada', through },
    [],
  ]),
])('%s of %j mails those to whom it is news', (type, data, jobs) => {
  expect(mailMemberships.react(event(type, data))).toEqual(jobs);
  expect(mailMemberships.react(event(type, data, { kind: 'SYSTEM' }))).toEqual([]);
});
