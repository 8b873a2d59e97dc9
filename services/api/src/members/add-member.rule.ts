import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Joining, MemberState } from './member.ts';

/**
 * Adds a member; a removed one may join again. By default the member counts as added by an operator, without
 * onboarding. Refuses: DuplicateMembership.
 */
export function addMember(joining: Joining, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  return member.state === 'MEMBER'
    ? refuse('DuplicateMembership')
    : [{ type: 'MemberJoined', data: { through: null, isOnboarded: true, ...joining } }];
}
