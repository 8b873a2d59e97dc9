import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Joined, MemberState } from '../members/member.ts';

export type JoiningBySso = Pick<Joined, 'userGuid' | 'name' | 'emailAddress'>;

/**
 * Adds a person known to the organization's identity provider as a Standard member; no effect on members. Refuses:
 * Forbidden for a removed member.
 */
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
