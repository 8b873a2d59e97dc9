import { localDateTime, monthLabel } from '@plimsoll/contracts/kernel/values/calendar';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import type { NewJob } from '../jobs/jobs.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { holdersOf } from '../mail/recipients.ts';
import { findSubscriber } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

/** Days of the month on which missing figures are requested. */
const REQUEST_DAYS = ['01', '10'];

/** The job of an organization's day, on the first and the tenth of a month. */
export const monthlyReportingJobs = (tenant: string, day: string): NewJob[] =>
  REQUEST_DAYS.includes(day.slice(8))
    ? [
        {
          id: nameBasedGuid(`MONTHLY_REPORTING ${day}`, tenant),
          data: { kind: 'MONTHLY_REPORTING', ids: { tenant, day } },
        },
      ]
    : [];

/** Reminds those who enter the monthly figures of months that have none. */
export const monthlyReporting = defineMail<{ tenant: string; day: string; recipient: string }>({
  kind: 'MONTHLY_REPORTING',
  recipients: (ids, context) => holdersOf('VIEW_AND_SET_MONTHLY_METRICS', ids, context),
  write: async ({ tenant, recipient }, context) => {
    const { reader, publicUrl, now: clock } = context;
    const subscriber = await findSubscriber(
      { tenant, recipient },
      { module: 'reportedEvents', preference: 'MONTHLY_REPORTING' },
      context,
    );
    if (typeof subscriber === 'string') return subscriber;
    const { organization, member, to } = subscriber;
    const now = clock();
    const { items } = await new ListNotificationsHandler(reader).execute(
      new ListNotifications(tenant, member, localDateTime(now, organization.timeZone).date, now),
    );
    const months = items.flatMap((item) => (item.type === 'MONTHLY_REPORTING' ? [monthLabel(item.month)] : []));
    if (months.length === 0) return 'No month is without figures, or they may not enter them any more';
    const title =
      months.length === 1
        ? `The figures of ${months[0]} are to be entered`
        : `The figures of ${months.length} months are to be entered`;
    return {
      to,
      ...composeMail({
        subject: title,
        heading: title,
        paragraphs: [
          `${organization.name} has no hours yet for ${months.join(', ')}.`,
          'Rates of these months are provisional until then.',
        ],
        action: {
          label: 'Enter the figures',
          link: `${publicUrl}/settings/organization/reporting?organizationGuid=${tenant}`,
        },
        because: 'You get this mail because you enter the monthly figures of this organization.',
        unsubscribe: unsubscribeLinks(context, recipient, 'MONTHLY_REPORTING'),
      }),
    };
  },
});
