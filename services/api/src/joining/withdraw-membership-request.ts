import { QueryBus } from '@nestjs/cqrs';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { membershipRequestDecider, requestedName } from './membership-request.ts';
import { withdrawRequest } from './withdraw-membership-request.rule.ts';

export const WithdrawMembershipRequest = defineCommand({
  name: 'WithdrawMembershipRequest',
  needs: [QueryBus, ReadYourWrites],
  handle: (queries, progress) => async (store, envelope, userGuid: string) => {
    await progress.waitForHead(envelope.tenant, ['membership-request-list']);
    const found = await queries.execute(new FindMembershipRequest(envelope.tenant, userGuid));
    return execute(store, envelope, {
      own: membershipRequestDecider.of(found?.request_guid ?? envelope.newGuid()),
      decide: ({ stream, state }) => {
        const decision = withdrawRequest(userGuid, state);
        return isRefusal(decision)
          ? decision
          : { records: decision.map((event) => ({ stream, event })), releases: [requestedName(userGuid)] };
      },
    });
  },
});
