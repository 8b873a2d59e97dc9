import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { accountRecipient, findOrganization, NO_ORGANIZATION } from '../mail/recipients.ts';
import { newestEvent } from './newest-event.ts';

/** Notifies a former member that they were removed from an organization. */
export const membershipRemoved = defineMail<{ tenant: string; member: string; recipient: string }>({
  kind: 'MEMBERSHIP_REMOVED',
  write: async ({ tenant, member, recipient }, { log, reader, publicUrl }) => {
    if ((await newestEvent(log, tenant, 'member', member))?.type !== 'MemberRemoved') return 'They are a member again';
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    const to = await accountRecipient(reader, recipient);
    if (typeof to === 'string') return to;
    return {
      to,
      ...composeMail({
        subject: `You were removed from ${organization.name}`,
        heading: `You were removed from ${organization.name}`,
        paragraphs: [
          'What the organization keeps in Plimsoll is closed to you from now on. Your account is as it was.',
        ],
        action: { label: 'Open Plimsoll', link: `${publicUrl}/signin` },
        because: 'You get this mail because you were a member of this organization.',
      }),
    };
  },
});
