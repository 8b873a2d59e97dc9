import { crossingText } from '@plimsoll/contracts/notifications/notification-texts';
import { FindCrossing, FindCrossingHandler } from '@plimsoll/projections/metrics/load-lines/query';
import { ListMembers, ListMembersHandler } from '@plimsoll/projections/members/member-list/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter } from '../mail/mail.ts';
import type { DigestSources } from '../notifications/digest-letters.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { whoIsTold } from '../notifications/who-is-told.ts';
import { loadLineMail } from './load-line-mail.ts';

/** One job for each admin. */
export async function crossingRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant'])));
  return members.flatMap(({ userGuid, isAdmin }) => (isAdmin ? [{ kind, ids: { ...ids, recipient: userGuid } }] : []));
}

async function loadLineLetter(ids: JobData['ids'], sources: DigestSources): Promise<Letter | string> {
  const { reader, publicUrl } = sources;
  const { tenant, recipient, notification } = ids as { tenant: string; recipient: string; notification: string };
  const told = await whoIsTold({ tenant, recipient }, { module: 'reportedEvents', preference: 'LOAD_LINE' }, sources);
  if (typeof told === 'string') return told;
  const { organization, member, to } = told;
  if (!member.isAdmin) return 'They are no admin any more';
  const crossing = await new FindCrossingHandler(reader).execute(new FindCrossing(tenant, notification));
  if (!crossing) throw new Error('The read models do not know of it yet');
  if (crossing.rearmed_at !== null || crossing.dismissed_at !== null)
    return 'It is at or below its limit again, or dismissed';
  const { metric, month } = crossing;
  return {
    kind: 'LOAD_LINE',
    to,
    ...loadLineMail({
      organizationName: organization.name,
      metric,
      crossing: crossingText({ month, figure: Number(crossing.figure), limit: Number(crossing.limit_then) }),
      link: `${publicUrl}/dashboard?organizationGuid=${tenant}`,
      without: doingWithout(sources, recipient, 'LOAD_LINE'),
    }),
  };
}

/** Mails about crossed load lines, by the kind of their job. */
export const loadLineLetters: Readonly<
  Record<string, (ids: JobData['ids'], sources: DigestSources) => Promise<Letter | string>>
> = { LOAD_LINE: loadLineLetter };
