import { QueryBus } from '@nestjs/cqrs';
import type { SendInvitationRequest } from '@plimsoll/contracts/members/memberships';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { FindMembersByAddress } from '@plimsoll/projections/members/member-list/query';
import { v4 as uuidv4 } from 'uuid';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { invitationDecider, invitedName } from './invitation.ts';
import { memberDecider } from '../members/member.ts';
import { FOUND_ANOTHER, onNewest } from '../organizations/newest-of.ts';
import { RoleFactsReader } from '../members/role-facts.ts';
import { sendInvitation } from './send-invitation.rule.ts';

/**
 * Finds possible members with the address in the read models, and checks them in the log. Loads a member stream even if
 * no account has the address: the response time must not reveal who has an account.
 */
export const SendInvitation = defineCommand({
  name: 'SendInvitation',
  needs: [QueryBus, ReadYourWrites, RoleFactsReader],
  handle: (queries, progress, roleFacts) => async (store, envelope, input: SendInvitationRequest) => {
    const { tenant, actor } = envelope;
    const address = input.recipientEmailAddress;
    const facts = await roleFacts.of(tenant);
    const find = async () => {
      await progress.waitForHead(tenant, ['invitation-list', 'member-list']);
      return Promise.all([
        queries.execute(new FindInvitation(tenant, address)),
        queries.execute(new FindMembersByAddress(tenant, address)),
        queries.execute(new FindAccountByIdentifier(address)),
      ]);
    };
    return onNewest(find, ([found, members, account]) => {
      const isOutstanding = found?.state === 'OUTSTANDING';
      const guid = isOutstanding ? found.invitation_guid : uuidv4();
      const linkGuid = uuidv4();
      const people = new Set([
        account?.userGuid ?? uuidv4(),
        ...members.map(({ userGuid }) => userGuid),
        ...(found?.state === 'ACCEPTED' && found.recipient_guid ? [found.recipient_guid] : []),
      ]);
      return execute(store, envelope, {
        own: invitationDecider.of(guid),
        others: [...people].map((userGuid) => memberDecider.of(tenant, userGuid)),
        decide: ({ stream, state }, ...others) => {
          const decision = sendInvitation(
            { input, actor, facts, isMember: others.some((other) => other.state.state === 'MEMBER'), linkGuid },
            state,
          );
          if (isRefusal(decision)) return decision;
          return {
            records: decision.map((event) => ({ stream, event })),
            ...(!isOutstanding && { reservations: [{ key: invitedName(address), taken: FOUND_ANOTHER }] }),
          };
        },
      });
    });
  },
});
