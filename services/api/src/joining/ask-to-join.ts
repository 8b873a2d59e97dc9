import { QueryBus } from '@nestjs/cqrs';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { v4 as uuidv4 } from 'uuid';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import type { DecidedStream } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { memberDecider } from '../members/member.ts';
import { membershipRequestDecider, requestedName, type Requested } from './membership-request.ts';
import { FOUND_ANOTHER, onNewest } from '../organizations/newest-of.ts';
import { organizationDecider, type Organization } from '../organizations/organization.ts';
import { askToJoin } from './ask-to-join.rule.ts';

export const AskToJoin = defineCommand({
  name: 'AskToJoin',
  needs: [QueryBus, ReadYourWrites],
  handle: (queries, progress) => async (store, envelope, requested: Requested) => {
    const { tenant } = envelope;
    const organization: DecidedStream<Organization | null> = organizationDecider.of(tenant);
    const find = async () => {
      await progress.waitForHead(tenant, ['membership-request-list']);
      return queries.execute(new FindMembershipRequest(tenant, requested.userGuid));
    };
    return onNewest(find, (found) =>
      execute(store, envelope, {
        own: membershipRequestDecider.of(found?.status === 'PENDING' ? found.request_guid : uuidv4()),
        others: [memberDecider.of(tenant, requested.userGuid), organization] as const,
        decide: (request, member, founded) => {
          const decision = askToJoin(requested, request.state, { member: member.state, organization: founded.state });
          if (isRefusal(decision)) return decision;
          return {
            records: decision.map((event) => ({ stream: request.stream, event })),
            ...(decision.length > 0 && {
              reservations: [{ key: requestedName(requested.userGuid), taken: FOUND_ANOTHER }],
            }),
          };
        },
      }),
    );
  },
});
