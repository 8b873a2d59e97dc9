import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Joining, MemberState } from './member.ts';

/** Makes a person a member. Refuses: DuplicateMembership. Somebody who was removed may join again. Unless it says otherwise an operator did it, and nobody need be led round. */
export function addMember(joining: Joining, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  return member.state === 'MEMBER'
    ? refuse('DuplicateMembership')
    : [{ type: 'MemberJoined', data: { through: null, isOnboarded: true, ...joining } }];
}
