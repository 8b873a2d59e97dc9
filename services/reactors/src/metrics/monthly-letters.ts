import { localDateTime, monthWords } from '@plimsoll/contracts/calendar';
import { ERASED } from '@plimsoll/contracts/erased';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/account/query';
import { FindMember, FindMemberHandler, ListMembers, ListMembersHandler } from '@plimsoll/projections/member-list/query';
import { ListNotifications, ListNotificationsHandler } from '@plimsoll/projections/notification-list/query';
import { FindOrganization, FindOrganizationHandler } from '@plimsoll/projections/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter } from '../mail/mail.ts';
import type { DigestSources } from '../notifications/digest-letters.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { isWanted, UNWANTED } from '../notifications/is-wanted.ts';
import { monthlyReportingMail } from './monthly-reporting-mail.ts';

/** One job for each of those who enter the figures. */
export async function monthlyRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant']), { permission: 'VIEW_AND_SET_MONTHLY_METRICS' }));
  return members.map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}

async function monthlyLetter(ids: JobData['ids'], sources: DigestSources): Promise<Letter | string> {
  const { log, reader, publicUrl, now } = sources;
  const { tenant, recipient } = ids as { tenant: string; recipient: string };
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  if (!organization.modules.some(({ code, isEnabled }) => code === 'reportedEvents' && isEnabled)) return 'The module is off';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member) return 'They are no member any more';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  const { name, emailAddress: address } = account ?? member;
  if (address === ERASED) return 'The person was erased';
  if (!(await isWanted(log, recipient, 'MONTHLY_REPORTING'))) return UNWANTED;
  const at = now();
  const { items } = await new ListNotificationsHandler(reader).execute(new ListNotifications(tenant, member, localDateTime(at, organization.timeZone).date, at));
  const months = items.flatMap((item) => (item.type === 'MONTHLY_REPORTING' ? [monthWords(item.month)] : []));
  if (months.length === 0) return 'No month is without figures, or they may not enter them any more';
  return {
    kind: 'MONTHLY_REPORTING', to: { name, address },
    ...monthlyReportingMail({
      organizationName: organization.name, months, link: `${publicUrl}/settings/organization/reporting?organizationGuid=${tenant}`, without: doingWithout(sources, recipient, 'MONTHLY_REPORTING'),
    }),
  };
}

/** Mails about monthly figures, by the kind of their job. */
export const monthlyLetters: Readonly<Record<string, (ids: JobData['ids'], sources: DigestSources) => Promise<Letter | string>>> = { MONTHLY_REPORTING: monthlyLetter };
