import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { findOrganization, NO_ORGANIZATION } from '../mail/recipients.ts';
import { newestEvent } from './newest-event.ts';

const DAY_MS = 86_400_000;

/**
 * Invites the owner of an address. The link proves that they read its mails; only an invitation's newest link works.
 */
export const invitation = defineMail<{ tenant: string; invitation: string; revision: number }>({
  kind: 'INVITATION',
  write: async ({ tenant, invitation: guid, revision }, { log, reader, sealingKey, publicUrl }) => {
    const newest = await newestEvent(log, tenant, 'invitation', guid);
    if (newest?.type !== 'InvitationSent' || newest.revision !== revision)
      return 'It was sent again, answered or revoked since';
    if (Date.parse(newest.metadata.at) + INVITATION_DAYS * DAY_MS < Date.now()) return 'Its link is over';
    const { linkGuid, recipientName, recipientEmailAddress } = newest.data as EventOf<typeof invitationSent>['data'];
    if (recipientEmailAddress === ERASED) return 'The person was erased';
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    const { name } = organization;
    return {
      to: { name: recipientName, address: recipientEmailAddress },
      ...composeMail({
        subject: `Join ${name} on Plimsoll`,
        heading: `You are invited to join ${name}`,
        paragraphs: [
          `${name} manages workplace health and safety with Plimsoll and invites you to join. Open the link within 14 days, and sign in or sign up with this address.`,
          'If you do not know the organization, ignore this mail.',
        ],
        action: {
          label: 'Answer the invitation',
          link: `${publicUrl}/signin?inviteToken=${MailedLinks.ofInvitations(sealingKey).tokenOf(linkGuid)}`,
        },
        because: 'You get this mail because an organization invited this address.',
      }),
    };
  },
});
