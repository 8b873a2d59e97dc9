import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberIndustriesChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { areSame, unknownIndustries } from '../organizations/locations/known-industries.ts';
import { evolveMember, memberStream, stranger, type MemberState } from './member.ts';

export type MemberIndustries = EventOf<typeof memberIndustriesChanged>['data'];

interface Working {
  readonly member: MemberState;
  readonly industryGuids: readonly string[];
}

/** Says which industries a member works in. The same in any order writes nothing. Refuses: NotAMember, IndustryNotFound, DuplicateIndustryAssociation. */
export function setMemberIndustries(
  { member, industryGuids }: Working,
  asked: MemberIndustries,
): Decision<EventOf<typeof memberIndustriesChanged>> {
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  const unknown = unknownIndustries(asked.industryGuids);
  if (unknown) return unknown;
  return areSame(industryGuids, asked.industryGuids) ? [] : [{ type: 'MemberIndustriesChanged', data: asked }];
}

function industriesAfter(before: readonly string[], event: RecordedEvent): readonly string[] {
  if (event.type === 'MemberIndustriesChanged') return (event.data as MemberIndustries).industryGuids;
  return event.type === 'MemberRemoved' ? [] : before;
}

const evolve = ({ member, industryGuids }: Working, event: RecordedEvent): Working => ({
  member: evolveMember(member, event),
  industryGuids: industriesAfter(industryGuids, event),
});

export const SetMemberIndustries = useCase('SetMemberIndustries', ({ tenant }, asked: MemberIndustries) =>
  ofOneStream({
    stream: memberStream(tenant, asked.userGuid),
    initial: { member: stranger, industryGuids: [] } as Working,
    evolve,
    decide: (working) => setMemberIndustries(working, asked),
  }),
);
