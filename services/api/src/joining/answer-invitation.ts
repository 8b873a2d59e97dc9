import { QueryBus } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationAccepted, invitationDeclined } from '@plimsoll/contracts/members/member-events';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { Progress } from '../platform/consistency/progress.ts';
import { addMember } from '../members/add-member.ts';
import { invitationDecider, invitedName, isExpired, type InvitationState } from './invitation.ts';
import { memberDecider, type Joining, type MemberState } from '../members/member.ts';
import { OrganizationsNow } from '../platform/cache/organizations-now.ts';
import { groupRevisions, meantGroup, type GroupsNow } from '../units/reporting-group.ts';

/** Who answers an invitation: whoever has verified its address. */
export interface Recipient {
  readonly userGuid: string;
  readonly name: string;
  /** Their primary one. */
  readonly emailAddress: string;
}

/** Why an invitation cannot be answered, or null. */
function unanswerable(invitation: InvitationState, now: Date): Refusal | null {
  if (invitation.state === 'NONE' || invitation.state === 'REVOKED') return refuse('InvitationNotFound');
  if (invitation.state !== 'OUTSTANDING') return refuse('InvitationAlreadyUsed');
  return isExpired(invitation.sentAt, now) ? refuse('InvitationNotFound') : null;
}

/** Declines an invitation. Refuses: InvitationNotFound, InvitationAlreadyUsed. */
export const declineInvitation = (
  userGuid: string,
  invitation: InvitationState,
  now: Date,
): Decision<EventOf<typeof invitationDeclined>> =>
  unanswerable(invitation, now) ?? [{ type: 'InvitationDeclined', data: { userGuid } }];

/** Accepts an invitation, by which its recipient joins. Refuses: InvitationNotFound, InvitationAlreadyUsed, DuplicateMembership. */
export function acceptInvitation(
  recipient: Recipient,
  invitation: InvitationState,
  member: MemberState,
  { now, groups }: { readonly now: Date; readonly groups: GroupsNow },
):
  | {
      readonly accepted: EventOf<typeof invitationAccepted>;
      readonly joined: Exclude<ReturnType<typeof addMember>, Refusal>;
    }
  | Refusal {
  const fault = unanswerable(invitation, now);
  if (fault) return fault;
  const {
    isAdmin,
    userGroups,
    reportingGroupGuid: invitedTo,
  } = (invitation as Extract<InvitationState, { state: 'OUTSTANDING' }>).sent;
  const meant = meantGroup(invitedTo, groups);
  // A group that is gone since is no reason to refuse somebody.
  const reportingGroupGuid = meant !== null && groups.get(meant)?.status === 'ACTIVE' ? meant : null;
  const joining: Joining = {
    ...recipient,
    isAdmin,
    userGroups,
    reportingGroupGuid,
    through: 'INVITATION',
    isOnboarded: false,
  };
  const joined = addMember(joining, member);
  return isRefusal(joined)
    ? joined
    : { joined, accepted: { type: 'InvitationAccepted', data: { userGuid: recipient.userGuid } } };
}

/** What accepts and what joins is one append. */
export const AnswerInvitation = defineCommand({
  name: 'AnswerInvitation',
  needs: [QueryBus, Progress, OrganizationsNow],
  handle:
    (queries, progress, organizations) =>
    async (store, envelope, emailAddress: string, status: 'ACCEPTED' | 'DECLINED', recipient: Recipient) => {
      const { tenant, receivedAt } = envelope;
      await progress.catchUp(tenant, ['invitation-list']);
      const groupsNow = async (): Promise<GroupsNow> => (await organizations.of(tenant))?.reportingGroups ?? new Map();
      const [found, first] = await Promise.all([
        queries.execute(new FindInvitation(tenant, emailAddress)),
        groupsNow(),
      ]);
      let groups = first;
      return execute(store, envelope, {
        prepare: async ({ retry: again }) => {
          if (!again) return;
          await progress.catchUp(tenant, ['organization-settings']);
          organizations.forget(tenant);
          groups = await groupsNow();
        },
        own: invitationDecider.of(found?.invitation_guid ?? envelope.newGuid()),
        others: [memberDecider.of(tenant, recipient.userGuid)],
        decide: (invitation, member) => {
          const releases = [invitedName(emailAddress)];
          if (status === 'DECLINED') {
            const declined = declineInvitation(recipient.userGuid, invitation.state, receivedAt);
            return isRefusal(declined)
              ? declined
              : { records: declined.map((event) => ({ stream: invitation.stream, event })), releases };
          }
          const decision = acceptInvitation(recipient, invitation.state, member.state, { now: receivedAt, groups });
          if ('refused' in decision) return decision;
          return {
            records: [
              ...decision.joined.map((event) => ({ stream: member.stream, event })),
              { stream: invitation.stream, event: decision.accepted },
            ],
            releases,
            expectedRevisions: groupRevisions(decision.joined[0]?.data.reportingGroupGuid, groups),
          };
        },
      });
    },
});
