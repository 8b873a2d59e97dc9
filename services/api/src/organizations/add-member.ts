import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { memberJoined } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { evolveMember, memberStream, stranger, type Joined, type MemberState } from './member.ts';

/** Makes a person a member. Refuses: DuplicateMembership. Somebody who was removed may join again. */
export function addMember(joining: Joined, member: MemberState): Decision<EventOf<typeof memberJoined>> {
  return member.state === 'MEMBER' ? refuse('DuplicateMembership') : [{ type: 'MemberJoined', data: joining }];
}

export const AddMember = useCase('AddMember', ({ tenant }, joining: Joined) => ofOneStream({
  stream: memberStream(tenant, joining.userGuid), initial: stranger, evolve: evolveMember, decide: (member) => addMember(joining, member),
}));
