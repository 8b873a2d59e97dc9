import { QueryBus } from '@nestjs/cqrs';
import type { AnswerMembershipRequest as Asked } from '@plimsoll/contracts/members/memberships';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { memberDecider } from '../members/member.ts';
import { membershipRequestDecider, requestedName } from './membership-request.ts';
import { groupRevisions } from '../units/reporting-group.ts';
import { RoleFactsReader } from '../members/role-facts.ts';
import { declineRequest, approveRequest } from './answer-membership-request.rule.ts';

/** Writes the approval and the membership in one append. */
export const AnswerMembershipRequest = defineCommand({
  name: 'AnswerMembershipRequest',
  needs: [QueryBus, ReadYourWrites, RoleFactsReader],
  handle: (queries, progress, roleFacts) => async (store, envelope, userGuid: string, input: Asked) => {
    const { tenant, actor } = envelope;
    await progress.waitForHead(tenant, ['membership-request-list']);
    const [found, person, first] = await Promise.all([
      queries.execute(new FindMembershipRequest(tenant, userGuid)),
      queries.execute(new FindAccount(userGuid)),
      roleFacts.of(tenant),
    ]);
    let facts = first;
    const account = person && { name: person.name, emailAddress: person.emailAddress };
    return execute(store, envelope, {
      prepare: async ({ retry }) => void (retry && (facts = await roleFacts.of(tenant, retry))),
      own: membershipRequestDecider.of(found?.request_guid ?? envelope.newGuid()),
      others: [memberDecider.of(tenant, userGuid)],
      decide: (request, member) => {
        const releases = [requestedName(userGuid)];
        if (input.status === 'DECLINED') {
          const declined = declineRequest(userGuid, request.state);
          return isRefusal(declined)
            ? declined
            : { records: declined.map((event) => ({ stream: request.stream, event })), releases };
        }
        const decision = approveRequest({ input, actor, facts, account }, request.state, member.state);
        if ('refused' in decision) return decision;
        return {
          records: [
            ...decision.joined.map((event) => ({ stream: member.stream, event })),
            { stream: request.stream, event: decision.approved },
          ],
          releases,
          expectedRevisions: groupRevisions(decision.joined[0]?.data.reportingGroupGuid, facts.currentGroups),
        };
      },
    });
  },
});
