import { QueryBus } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import type { SendInvitationRequest } from '@plimsoll/contracts/members/memberships';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { FindMembersByAddress } from '@plimsoll/projections/members/member-list/query';
import { v4 as uuidv4 } from 'uuid';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { Progress } from '../platform/consistency/progress.ts';
import { invitationDecider, invitedName, type InvitationState } from './invitation.ts';
import { memberDecider } from '../members/member.ts';
import { FOUND_ANOTHER, onNewest } from '../organizations/newest-of.ts';
import { RoleFactsNow } from '../members/role-facts.ts';
import { joiningRoles, type RoleFacts } from '../members/roles.ts';

type InvitationSent = EventOf<typeof invitationSent>;

export interface Sending {
  readonly asked: SendInvitationRequest;
  readonly actor: PermissionHolder;
  readonly facts: RoleFacts;
  /** Whether the log says that the address is a member's. */
  readonly isMember: boolean;
  /** Of the mail that follows. */
  readonly linkGuid: string;
}

/**
 * Invites an address, or once more, which makes the link of the mail before void. Refuses: Forbidden, UserGroupNotFound,
 * ReportingGroupNotFound, DuplicateUserGroup, DuplicateMembership.
 */
export function sendInvitation(
  { asked, actor, facts, isMember, linkGuid }: Sending,
  invitation: InvitationState,
): Decision<InvitationSent> {
  const roles = joiningRoles(asked, actor, facts);
  if ('refused' in roles) return roles;
  if (isMember) return refuse('DuplicateMembership');
  if (invitation.state !== 'NONE' && invitation.state !== 'OUTSTANDING') return refuse(FOUND_ANOTHER);
  const { recipientName, recipientEmailAddress } = asked;
  return [{ type: 'InvitationSent', data: { linkGuid, recipientName, recipientEmailAddress, ...roles } }];
}

/**
 * The read models say who may be a member with the address, the log whether they are. Whose account it is, by any of its addresses, is
 * looked up in the log likewise where there is none: what the answer takes tells nobody who has one.
 */
export const SendInvitation = defineCommand({
  name: 'SendInvitation',
  needs: [QueryBus, Progress, RoleFactsNow],
  handle: (queries, progress, factsNow) => async (store, envelope, asked: SendInvitationRequest) => {
    const { tenant, actor } = envelope;
    const address = asked.recipientEmailAddress;
    const facts = await factsNow.of(tenant);
    const find = async () => {
      await progress.catchUp(tenant, ['invitation-list', 'member-list']);
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
            { asked, actor, facts, isMember: others.some((other) => other.state.state === 'MEMBER'), linkGuid },
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
