import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { evolveMember, memberStream, stranger } from './member.ts';
import * as streams from '@plimsoll/contracts/members/streams';
import { decider } from '../commands/decider.ts';
import {
  type MemberIndustries,
  type MemberWithIndustries,
  setMemberIndustries,
  industriesAfter,
} from './set-member-industries.rule.ts';

export const memberIndustriesDecider = decider({
  stream: streams.memberStream,
  initial: { member: stranger, industryGuids: [] } as MemberWithIndustries,
  evolve: ({ member, industryGuids }, event): MemberWithIndustries => ({
    member: evolveMember(member, event),
    industryGuids: industriesAfter(industryGuids, event),
  }),
  guid: (tenant: string, userGuid: string) => memberStream(tenant, userGuid).guid,
});

export const SetMemberIndustries = defineCommand({
  name: 'SetMemberIndustries',
  useCase: ({ tenant }, input: MemberIndustries) =>
    singleStream({
      own: memberIndustriesDecider.of(tenant, input.userGuid),
      decide: (working) => setMemberIndustries(working, input),
    }),
});
