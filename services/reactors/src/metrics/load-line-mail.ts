import { crossingText } from '@plimsoll/contracts/notifications/notification-texts';
import { FindCrossing, FindCrossingHandler } from '@plimsoll/projections/metrics/load-lines/query';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { adminsOf, NO_ADMIN } from '../mail/recipients.ts';
import { findSubscriber } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

/** Notifies the admins that a rate has crossed the limit that the organization set. */
export const loadLineCrossed = defineMail<{ tenant: string; notification: string; recipient: string }>({
  kind: 'LOAD_LINE',
  recipients: adminsOf,
  write: async ({ tenant, notification, recipient }, context) => {
    const { reader, publicUrl } = context;
    const subscriber = await findSubscriber(
      { tenant, recipient },
      { module: 'reportedEvents', preference: 'LOAD_LINE' },
      context,
    );
    if (typeof subscriber === 'string') return subscriber;
    const { organization, member, to } = subscriber;
    if (!member.isAdmin) return NO_ADMIN;
    const crossing = await new FindCrossingHandler(reader).execute(new FindCrossing(tenant, notification));
    if (!crossing) throw new Error('The read models do not know of it yet');
    if (crossing.rearmed_at !== null || crossing.dismissed_at !== null)
      return 'It is at or below its limit again, or dismissed';
    const { metric, month } = crossing;
    const title = `${metric} of ${organization.name} is above its limit`;
    const text = crossingText({ month, figure: Number(crossing.figure), limit: Number(crossing.limit_then) });
    return {
      to,
      ...composeMail({
        subject: title,
        heading: title,
        paragraphs: [
          `${text}. The figure is that of the twelve months that ended with it.`,
          'You are told once, and again only after it has been at or below the limit.',
        ],
        action: { label: 'See the chart', link: `${publicUrl}/dashboard?organizationGuid=${tenant}` },
        because: 'You get this mail because you are an admin of this organization.',
        unsubscribe: unsubscribeLinks(context, recipient, 'LOAD_LINE'),
      }),
    };
  },
});
