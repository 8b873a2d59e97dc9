import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import type { Mail } from '../mail/mail.ts';
import { accountRecipient, findOrganization, NO_ORGANIZATION } from '../mail/recipients.ts';
import { newestEvent } from './newest-event.ts';

/** Notifies the requester that their request to join was approved or declined. */
export const membershipAnswered = defineMail<{ tenant: string; request: string; recipient: string }>({
  kind: 'MEMBERSHIP_ANSWERED',
  write: async ({ tenant, request, recipient }, { log, reader, publicUrl }) => {
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    const newest = await newestEvent(log, tenant, 'membership-request', request);
    const to = await accountRecipient(reader, recipient);
    if (typeof to === 'string') return to;
    const compose = newest?.type === 'MembershipRequestApproved' ? approvedMail : declinedMail;
    return { to, ...compose(organization.name, `${publicUrl}/signin`) };
  },
});

const approvedMail = (organizationName: string, link: string): Mail =>
  composeMail({
    subject: `You belong to ${organizationName} now`,
    heading: `You belong to ${organizationName} now`,
    paragraphs: ['Your request to join was approved.'],
    action: { label: 'Open Plimsoll', link },
    because: 'You get this mail because you asked to join this organization.',
  });

const declinedMail = (organizationName: string, link: string): Mail =>
  composeMail({
    subject: `${organizationName} declined your request`,
    heading: `${organizationName} declined your request`,
    paragraphs: ['You asked to join the organization, which did not agree. Ask there if you think this is a mistake.'],
    action: { label: 'Open Plimsoll', link },
    because: 'You get this mail because of the request that you made.',
  });
