import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { memberIndustriesChanged } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { areSame, unknownIndustries } from '../organizations/locations/known-industries.ts';
import type { MemberState } from './member.ts';
import type * as streams from '@plimsoll/contracts/members/streams';
import type { RecordedOf } from '../commands/decider.ts';

export type MemberIndustries = EventOf<typeof memberIndustriesChanged>['data'];

export interface MemberWithIndustries {
  readonly member: MemberState;
  readonly industryGuids: readonly string[];
}

/**
 * Sets the industries that a member works in; the same set in any order writes nothing. Refuses: NotAMember,
 * IndustryNotFound, DuplicateIndustryAssociation.
 */
export function setMemberIndustries(
  { member, industryGuids }: MemberWithIndustries,
  input: MemberIndustries,
): Decision<EventOf<typeof memberIndustriesChanged>> {
  if (member.state !== 'MEMBER') return refuse('NotAMember');
  const unknown = unknownIndustries(input.industryGuids);
  if (unknown) return unknown;
  return areSame(industryGuids, input.industryGuids) ? [] : [{ type: 'MemberIndustriesChanged', data: input }];
}

type MemberEvent = RecordedOf<typeof streams.memberStream>;

export function industriesAfter(before: readonly string[], event: MemberEvent): readonly string[] {
  if (event.type === 'MemberIndustriesChanged') return event.data.industryGuids;
  return event.type === 'MemberRemoved' ? [] : before;
}
