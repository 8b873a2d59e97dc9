import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, type Joining, type MemberState } from './member.ts';

/** Makes a person a member. Refuses: DuplicateMembership. Somebody who was removed may join again. Unless it says otherwise an operator did it, and nobody need be led round. */
export function addMember(joining: Joining, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  return member.state === 'MEMBER'
    ? refuse('DuplicateMembership')
    : [{ type: 'MemberJoined', data: { through: null, isOnboarded: true, ...joining } }];
}

export const AddMember = defineCommand({
  name: 'AddMember',
  useCase: ({ tenant }, joining: Joining) =>
    singleStream({
      own: memberDecider.of(tenant, joining.userGuid),
      decide: (member) => addMember(joining, member),
    }),
});
