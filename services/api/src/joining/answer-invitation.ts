import { QueryBus } from '@nestjs/cqrs';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { invitationDecider, invitedName } from './invitation.ts';
import { memberDecider } from '../members/member.ts';
import { RoleFactsReader } from '../members/role-facts.ts';
import { groupRevisions } from '../units/reporting-group.ts';
import { mayStillInvite } from './inviter.ts';
import { type Recipient, declineInvitation, acceptInvitation } from './answer-invitation.rule.ts';

/**
 * Writes the acceptance and the membership in one append. The membership of the invitation's owner is a read
 * dependency, so that they may still give these roles when it is written.
 */
export const AnswerInvitation = defineCommand({
  name: 'AnswerInvitation',
  needs: [QueryBus, ReadYourWrites, RoleFactsReader],
  handle:
    (queries, progress, roleFacts) =>
    async (store, envelope, emailAddress: string, status: 'ACCEPTED' | 'DECLINED', recipient: Recipient) => {
      const { tenant, receivedAt } = envelope;
      await progress.waitForHead(tenant, ['invitation-list', 'member-list']);
      const [found, first] = await Promise.all([
        queries.execute(new FindInvitation(tenant, emailAddress)),
        roleFacts.of(tenant),
      ]);
      let facts = first;
      const ownerGuid = found?.owner_guid ?? recipient.userGuid;
      return execute(store, envelope, {
        prepare: async ({ retry }) => void (retry && (facts = await roleFacts.of(tenant, retry))),
        own: invitationDecider.of(found?.invitation_guid ?? envelope.newGuid()),
        others: [memberDecider.of(tenant, recipient.userGuid), memberDecider.of(tenant, ownerGuid)] as const,
        decide: (invitation, member, owner) => {
          const releases = [invitedName(emailAddress)];
          const { state } = invitation;
          if (status === 'DECLINED') {
            const declined = declineInvitation(recipient.userGuid, state, receivedAt);
            return isRefusal(declined)
              ? declined
              : { records: declined.map((event) => ({ stream: invitation.stream, event })), releases };
          }
          const decision = acceptInvitation(recipient, state, member.state, {
            now: receivedAt,
            groups: facts.currentGroups,
            // Another owner than the read model's: sent again or taken over at this very moment.
            mayInvite:
              state.state === 'OUTSTANDING' &&
              (state.owner.kind !== 'USER' || state.owner.userGuid === ownerGuid) &&
              mayStillInvite(state.owner, owner.state, state.sent, facts.groups),
          });
          if ('refused' in decision) return decision;
          return {
            records: [
              ...decision.joined.map((event) => ({ stream: member.stream, event })),
              { stream: invitation.stream, event: decision.accepted },
            ],
            releases,
            ...(ownerGuid !== recipient.userGuid && { readDependencies: [owner.stream] }),
            expectedRevisions: groupRevisions(decision.joined[0]?.data.reportingGroupGuid, facts.currentGroups),
          };
        },
      });
    },
});
