import { dayLabel, localDateTime, monthLabel } from '@plimsoll/contracts/kernel/values/calendar';
import { digestedOn, frequencyOf, type EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { NewsKind } from '@plimsoll/contracts/notifications/news';
import type { Notification } from '@plimsoll/contracts/notifications/notification';
import { crossingText } from '@plimsoll/contracts/notifications/notification-texts';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import {
  ListMembershipRequests,
  ListMembershipRequestsHandler,
} from '@plimsoll/projections/joining/membership-request-list/query';
import { ListNews, ListNewsHandler } from '@plimsoll/projections/incidents/report-answers/query';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { NewJob } from '../jobs/jobs.ts';
import { defineMail, type MailContext } from '../mail/define-mail.ts';
import { findMember, findOrganization, listMembers, memberRecipient, NO_ORGANIZATION } from '../mail/recipients.ts';
import { UnreadableEvent, type ReadableLog } from '../mail/readable-log.ts';
import { ANSWERS_REQUESTS } from '../members/membership-requested-mail.ts';
import { composeDigest, type DigestContent } from './compose-digest.ts';
import { loadPreferences, UNWANTED } from './email-preferences.ts';
import { hasModule, NO_MEMBER } from './find-subscriber.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

/** The job of an organization's day. */
export const digestJob = (tenant: string, day: string): NewJob => ({
  id: nameBasedGuid(`DIGEST ${day}`, tenant),
  data: { kind: 'DIGEST', ids: { tenant, day } },
});

type Waiting = Pick<DigestContent, 'reviews' | 'approvals' | 'actions' | 'requests' | 'months' | 'lines' | 'answers'>;

const event = ({ number, formName }: { readonly number: number; readonly formName: string }): string =>
  `event ${number} (${formName})`;

/** '… by 9 March 2026, of event 12'; without the incident if the recipient may not see it. */
function action({
  type,
  dueDate,
  isOverdue,
  number,
}: Extract<Notification, { type: 'CORRECTIVE_ACTION' | 'ACTION_VERIFICATION' }>): string {
  const todo = type === 'CORRECTIVE_ACTION' ? 'one to be done' : 'one to be checked';
  return `${todo}, ${isOverdue ? 'overdue since' : 'by'} ${dayLabel(dueDate)}${number === null ? '' : `, of event ${number}`}`;
}

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

/** News that a digest has in place of single mails. */
const answerKinds: ReadonlySet<NewsKind> = new Set(['EVENT_REVIEWED', 'EVENT_CLOSED', 'ACTION_VERIFIED']);

/** What waits for a member, of the types that they get by digest. */
async function waitingFor(
  member: Member,
  organization: Organization,
  types: readonly EmailPreferenceType[],
  answersOfDays: number,
  { reader, now: clock }: MailContext,
): Promise<Waiting> {
  const { guid: tenant, timeZone } = organization;
  const now = clock();
  const { items } = hasModule(organization, 'events')
    ? await new ListNotificationsHandler(reader).execute(
        new ListNotifications(tenant, member, localDateTime(now, timeZone).date, now),
      )
    : { items: [] };
  const requests =
    types.includes('MEMBERSHIP_REQUEST') && member.permissions.has(ANSWERS_REQUESTS)
      ? await new ListMembershipRequestsHandler(reader).execute(new ListMembershipRequests(tenant))
      : [];
  const wanted = items.filter(({ type }) =>
    types.includes(type === 'ACTION_VERIFICATION' ? 'CORRECTIVE_ACTION' : (type as EmailPreferenceType)),
  );
  const news = types.includes('REPORT_ANSWER')
    ? await new ListNewsHandler(reader).execute(new ListNews(tenant, member, now))
    : [];
  const since = new Date(now.getTime() - answersOfDays * DAY_MS).toISOString();
  return {
    answers: news.filter(({ kind, at }) => answerKinds.has(kind) && at > since).map(event),
    reviews: wanted.flatMap((one) => (one.type === 'REVIEW' ? [event(one)] : [])),
    approvals: wanted.flatMap((one) => (one.type === 'APPROVAL' ? [event(one)] : [])),
    actions: wanted.flatMap((one) =>
      one.type === 'CORRECTIVE_ACTION' || one.type === 'ACTION_VERIFICATION' ? [action(one)] : [],
    ),
    lines: wanted.flatMap((one) => (one.type === 'LOAD_LINE' ? [`${one.metric}, ${crossingText(one)}`] : [])),
    months: wanted.flatMap((one) => (one.type === 'MONTHLY_REPORTING' ? [monthLabel(one.month)] : [])),
    requests: requests.filter(({ status }) => status === 'PENDING').length,
  };
}

const isEmpty = ({ reviews, approvals, actions, lines, months, answers, requests }: Waiting): boolean =>
  [...reviews, ...approvals, ...actions, ...lines, ...months, ...answers].length + requests === 0;

/**
 * True if unknown: then only this member's job waits until the preferences are readable, not the whole organization's.
 */
async function mayWantDigest(log: ReadableLog, userGuid: string, day: string): Promise<boolean> {
  try {
    return digestedOn(await loadPreferences(log, userGuid), day).length > 0;
  } catch (error) {
    if (error instanceof UnreadableEvent) return true;
    throw error;
  }
}

/** Sends members who chose so a daily or weekly digest of what waits for them, instead of single mails. */
export const digest = defineMail<{ tenant: string; day: string; recipient: string }>({
  kind: 'DIGEST',
  recipients: async ({ tenant, day }, { reader, log }) => {
    const recipients: string[] = [];
    for (const { userGuid } of await listMembers(reader, tenant)) {
      if (await mayWantDigest(log, userGuid, day)) recipients.push(userGuid);
    }
    return recipients;
  },
  write: async ({ tenant, day, recipient }, context) => {
    const { log, reader, publicUrl, now } = context;
    const organization = await findOrganization(reader, tenant);
    if (!organization) return NO_ORGANIZATION;
    if (localDateTime(now(), organization.timeZone).date !== day) return 'Its day is over';
    const member = await findMember(reader, tenant, recipient);
    if (!member) return NO_MEMBER;
    const to = await memberRecipient(reader, member);
    if (typeof to === 'string') return to;
    const preferences = await loadPreferences(log, recipient);
    const types = digestedOn(preferences, day);
    if (types.length === 0) return UNWANTED;
    const answersOfDays = frequencyOf(preferences, 'REPORT_ANSWER') === 'WEEKLY' ? DAYS_A_WEEK : 1;
    const waiting = await waitingFor(member, organization, types, answersOfDays, context);
    if (isEmpty(waiting)) return 'Nothing waits for them';
    return {
      to,
      ...composeDigest({
        organizationName: organization.name,
        ...waiting,
        link: `${publicUrl}/dashboard/to-do-list?organizationGuid=${tenant}`,
        unsubscribe: unsubscribeLinks(context, recipient, 'DIGEST'),
      }),
    };
  },
});
