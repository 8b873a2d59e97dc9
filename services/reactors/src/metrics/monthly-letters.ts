import { localDateTime, monthWords } from '@plimsoll/contracts/kernel/values/calendar';
import { ListMembers, ListMembersHandler } from '@plimsoll/projections/members/member-list/query';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter } from '../mail/mail.ts';
import type { DigestSources } from '../notifications/digest-letters.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { whoIsTold } from '../notifications/who-is-told.ts';
import { monthlyReportingMail } from './monthly-reporting-mail.ts';

/** One job for each of those who enter the figures. */
export async function monthlyRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(
    new ListMembers(String(ids['tenant']), { permission: 'VIEW_AND_SET_MONTHLY_METRICS' }),
  );
  return members.map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}

async function monthlyLetter(ids: JobData['ids'], sources: DigestSources): Promise<Letter | string> {
  const { reader, publicUrl, now } = sources;
  const { tenant, recipient } = ids as { tenant: string; recipient: string };
  const told = await whoIsTold(
    { tenant, recipient },
    { module: 'reportedEvents', preference: 'MONTHLY_REPORTING' },
    sources,
  );
  if (typeof told === 'string') return told;
  const { organization, member, to } = told;
  const at = now();
  const { items } = await new ListNotificationsHandler(reader).execute(
    new ListNotifications(tenant, member, localDateTime(at, organization.timeZone).date, at),
  );
  const months = items.flatMap((item) => (item.type === 'MONTHLY_REPORTING' ? [monthWords(item.month)] : []));
  if (months.length === 0) return 'No month is without figures, or they may not enter them any more';
  return {
    kind: 'MONTHLY_REPORTING',
    to,
    ...monthlyReportingMail({
      organizationName: organization.name,
      months,
      link: `${publicUrl}/settings/organization/reporting?organizationGuid=${tenant}`,
      without: doingWithout(sources, recipient, 'MONTHLY_REPORTING'),
    }),
  };
}

/** Mails about monthly figures, by the kind of their job. */
export const monthlyLetters: Readonly<
  Record<string, (ids: JobData['ids'], sources: DigestSources) => Promise<Letter | string>>
> = { MONTHLY_REPORTING: monthlyLetter };
