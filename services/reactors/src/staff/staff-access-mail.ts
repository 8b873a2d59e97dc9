import { STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { eligibleRecipient, holdersOf } from '../mail/recipients.ts';

const PERMISSION = 'UPDATE_ORGANIZATION';

/** Notifies those who may change the organization's settings. The linked page shows who reads it, and why. */
export const staffAccess = defineMail<{ tenant: string; access: string; recipient: string }>({
  kind: 'STAFF_ACCESS',
  recipients: (ids, context) => holdersOf(PERMISSION, ids, context),
  write: async (ids, context) => {
    const manager = await eligibleRecipient(ids, context, {
      isEligible: ({ permissions }) => permissions.has(PERMISSION),
      reason: 'They look after it no more',
    });
    if (typeof manager === 'string') return manager;
    const { organization, to } = manager;
    return {
      to,
      ...composeMail({
        subject: `Plimsoll’s staff opened ${organization.name}`,
        heading: `Plimsoll’s staff opened ${organization.name}`,
        paragraphs: [
          `One of our staff may read ${organization.name} for ${STAFF_ACCESS_HOURS} hours, and change nothing. See who it is, why, and what they look at.`,
        ],
        action: {
          label: 'See what they look at',
          link: `${context.publicUrl}/settings/organization/staff-access?organizationGuid=${ids.tenant}`,
        },
        because: 'You get this mail because you look after the organization’s settings.',
      }),
    };
  },
});
