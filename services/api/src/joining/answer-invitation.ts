import { QueryBus } from '@nestjs/cqrs';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { invitationDecider, invitedName } from './invitation.ts';
import { memberDecider } from '../members/member.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { groupRevisions, type CurrentGroups } from '../units/reporting-group.ts';
import { type Recipient, declineInvitation, acceptInvitation } from './answer-invitation.rule.ts';

/** Writes the acceptance and the membership in one append. */
export const AnswerInvitation = defineCommand({
  name: 'AnswerInvitation',
  needs: [QueryBus, ReadYourWrites, OrganizationsCache],
  handle:
    (queries, progress, organizations) =>
    async (store, envelope, emailAddress: string, status: 'ACCEPTED' | 'DECLINED', recipient: Recipient) => {
      const { tenant, receivedAt } = envelope;
      await progress.waitForHead(tenant, ['invitation-list']);
      const currentGroups = async (): Promise<CurrentGroups> =>
        (await organizations.of(tenant))?.reportingGroups ?? new Map();
      const [found, first] = await Promise.all([
        queries.execute(new FindInvitation(tenant, emailAddress)),
        currentGroups(),
      ]);
      let groups = first;
      return execute(store, envelope, {
        prepare: async ({ retry }) => {
          if (!retry) return;
          await progress.waitForHead(tenant, ['organization-settings']);
          organizations.forget(tenant);
          groups = await currentGroups();
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
