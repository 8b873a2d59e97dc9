import { localDateTime, monthName } from '@plimsoll/contracts/kernel/values/calendar';
import { FindAuditorGrant, FindAuditorGrantHandler } from '@plimsoll/projections/auditors/auditor-grant-list/query';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { adminRecipient, adminsOf } from '../mail/recipients.ts';

/** Notifies the admins that an auditor was granted access. The linked page shows who it is, and to what. */
export const auditorGranted = defineMail<{ tenant: string; grant: string; recipient: string }>({
  kind: 'AUDITOR_GRANTED',
  recipients: adminsOf,
  write: async (ids, context) => {
    const { tenant } = ids;
    const grant = await new FindAuditorGrantHandler(context.reader).execute(new FindAuditorGrant(tenant, ids.grant));
    if (!grant || grant.is_revoked) return 'It was taken away again';
    const admin = await adminRecipient(ids, context);
    if (typeof admin === 'string') return admin;
    const { organization, to } = admin;
    const { date } = localDateTime(new Date(grant.expires_at), organization.timeZone);
    const day = `${Number(date.slice(8))} ${monthName(Number(date.slice(5, 7)))} ${date.slice(0, 4)}`;
    return {
      to,
      ...composeMail({
        subject: `An auditor may look into ${organization.name}`,
        heading: `An auditor may look into ${organization.name}`,
        paragraphs: [
          `An admin has let an auditor from outside read a part of your events until ${day}. See who it is and what they may open. Each look of theirs is recorded, and you can end it at any time.`,
        ],
        action: {
          label: 'See the grant',
          link: `${context.publicUrl}/settings/organization/auditors?organizationGuid=${tenant}`,
        },
        because: 'You get this mail because you are an admin of the organization.',
      }),
    };
  },
});
