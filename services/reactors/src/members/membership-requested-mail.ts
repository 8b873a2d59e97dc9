import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { accountRecipient, findMember, findOrganization, holdersOf, NO_ORGANIZATION } from '../mail/recipients.ts';
import { UNWANTED, wantsSingleMails } from '../notifications/email-preferences.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';
import { newestEvent } from './newest-event.ts';

/** The permission to answer requests to join. */
export const ANSWERS_REQUESTS = 'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS';

/** Notifies everyone who may answer a request to join. Contains nothing that the requester wrote. */
export const membershipRequested = defineMail<{ tenant: string; request: string; recipient: string }>({
  kind: 'MEMBERSHIP_REQUESTED',
  recipients: (ids, context) => holdersOf(ANSWERS_REQUESTS, ids, context),
  write: async ({ tenant, request, recipient }, context) => {
    const { log, reader, publicUrl } = context;
    if ((await newestEvent(log, tenant, 'membership-request', request))?.type !== 'MembershipRequested')
      return 'It was answered or withdrawn';
    const member = await findMember(reader, tenant, recipient);
    if (!member?.permissions.has(ANSWERS_REQUESTS)) return 'They may not answer it any more';
    if (!(await wantsSingleMails(log, recipient, 'MEMBERSHIP_REQUEST'))) return UNWANTED;
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    const to = await accountRecipient(reader, recipient);
    if (typeof to === 'string') return to;
    return {
      to,
      ...composeMail({
        subject: `Somebody asks to join ${organization.name}`,
        heading: `Somebody asks to join ${organization.name}`,
        paragraphs: ['See who it is and what they write, and approve or decline.'],
        action: {
          label: 'Open the requests',
          link: `${publicUrl}/organization/requests?organizationGuid=${tenant}`,
        },
        because: 'You get this mail because you answer requests to join the organization.',
        unsubscribe: unsubscribeLinks(context, recipient, 'MEMBERSHIP_REQUEST'),
      }),
    };
  },
});
