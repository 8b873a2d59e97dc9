import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { accountRecipient, findOrganization, NO_ORGANIZATION } from '../mail/recipients.ts';
import { newestEvent } from './newest-event.ts';

/** Notifies a new member that they belong to an organization, and how to leave it. */
export const membershipBegun = defineMail<{ tenant: string; member: string; recipient: string }>({
  kind: 'MEMBERSHIP_BEGUN',
  write: async ({ tenant, member, recipient }, { log, reader, publicUrl }) => {
    if ((await newestEvent(log, tenant, 'member', member))?.type === 'MemberRemoved')
      return 'They are no member any more';
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    const to = await accountRecipient(reader, recipient);
    if (typeof to === 'string') return to;
    return {
      to,
      ...composeMail({
        subject: `You joined ${organization.name}`,
        heading: `You joined ${organization.name}`,
        paragraphs: [
          `You are now a member of ${organization.name} on Plimsoll.`,
          'If you did not expect this, you can leave the organization in your settings at any time.',
        ],
        action: { label: 'See your organizations', link: `${publicUrl}/settings/personal` },
        because: 'You get this mail because you became a member of this organization.',
      }),
    };
  },
});
