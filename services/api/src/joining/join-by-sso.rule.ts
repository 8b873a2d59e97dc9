import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Joined, MemberState } from '../members/member.ts';

export type JoiningBySso = Pick<Joined, 'userGuid' | 'name' | 'emailAddress'>;

/** Makes a member of somebody whom the organization's provider knows, as Standard. A member stays what they are. Refuses: Forbidden for whom somebody has removed. */
export function joinBySso(joining: JoiningBySso, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  if (member.state === 'MEMBER') return [];
  if (member.state === 'REMOVED') return refuse('Forbidden');
  return [
    {
      type: 'MemberJoined',
      data: {
        ...joining,
        isAdmin: false,
        userGroups: ['Standard'],
        reportingGroupGuid: null,
        through: 'SSO',
        isOnboarded: false,
      },
    },
  ];
}
