import { dayWords, localDateTime, monthWords } from '@plimsoll/contracts/kernel/values/calendar';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { digestedOn, type EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { Notification } from '@plimsoll/contracts/notifications/notification';
import { crossingText } from '@plimsoll/contracts/notifications/notification-texts';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import {
  FindMember,
  FindMemberHandler,
  ListMembers,
  ListMembersHandler,
  type Member,
} from '@plimsoll/projections/members/member-list/query';
import {
  ListMembershipRequests,
  ListMembershipRequestsHandler,
} from '@plimsoll/projections/joining/membership-request-list/query';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
  type Organization,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { ANSWERS_REQUESTS } from '../members/membership-letters.ts';
import { digestMail, type AboutDigest } from './digest-mail.ts';
import { doingWithout } from './doing-without.ts';
import { preferencesOf, UNWANTED } from './is-wanted.ts';

export interface DigestSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
  readonly now: () => Date;
}

/** One job for each member who has something told by a digest of the day. */
export async function digestRecipients(
  { kind, ids }: JobData,
  reader: ReadModelReader,
  log: DigestSources['log'],
): Promise<JobData[]> {
  const { tenant, day } = ids as { tenant: string; day: string };
  const jobs: JobData[] = [];
  for (const { userGuid } of await new ListMembersHandler(reader).execute(new ListMembers(tenant))) {
    if (digestedOn(await preferencesOf(log, userGuid), day).length > 0)
      jobs.push({ kind, ids: { ...ids, recipient: userGuid } });
  }
  return jobs;
}

const event = ({ number, formName }: { readonly number: number; readonly formName: string }): string =>
  `event ${number} (${formName})`;

/** '… due 9 March 2026, of event 12'; without its event to whoever may not see that. */
function action({
  type,
  dueDate,
  isOverdue,
  number,
}: Extract<Notification, { type: 'CORRECTIVE_ACTION' | 'ACTION_VERIFICATION' }>): string {
  const todo = type === 'CORRECTIVE_ACTION' ? 'one to be done' : 'one to be checked';
  return `${todo}, ${isOverdue ? 'overdue since' : 'by'} ${dayWords(dueDate)}${number === null ? '' : `, of event ${number}`}`;
}

type Waiting = Pick<AboutDigest, 'reviews' | 'approvals' | 'actions' | 'requests' | 'months' | 'lines'>;

/** What waits for a member, of the types that they have told so. */
async function waitingFor(
  member: Member,
  { guid: tenant, timeZone, modules }: Organization,
  types: readonly EmailPreferenceType[],
  { reader, now }: DigestSources,
): Promise<Waiting> {
  const isOn = modules.some(({ code, isEnabled }) => code === 'events' && isEnabled);
  const at = now();
  const { items } = isOn
    ? await new ListNotificationsHandler(reader).execute(
        new ListNotifications(tenant, member, localDateTime(at, timeZone).date, at),
      )
    : { items: [] };
  const answers = types.includes('MEMBERSHIP_REQUEST') && member.permissions.has(ANSWERS_REQUESTS);
  const requests = answers
    ? await new ListMembershipRequestsHandler(reader).execute(new ListMembershipRequests(tenant))
    : [];
  const wanted = items.filter(({ type }) =>
    types.includes(type === 'ACTION_VERIFICATION' ? 'CORRECTIVE_ACTION' : (type as EmailPreferenceType)),
  );
  return {
    reviews: wanted.flatMap((one) => (one.type === 'REVIEW' ? [event(one)] : [])),
    approvals: wanted.flatMap((one) => (one.type === 'APPROVAL' ? [event(one)] : [])),
    actions: wanted.flatMap((one) =>
      one.type === 'CORRECTIVE_ACTION' || one.type === 'ACTION_VERIFICATION' ? [action(one)] : [],
    ),
    lines: wanted.flatMap((one) => (one.type === 'LOAD_LINE' ? [`${one.metric}, ${crossingText(one)}`] : [])),
    months: wanted.flatMap((one) => (one.type === 'MONTHLY_REPORTING' ? [monthWords(one.month)] : [])),
    requests: requests.filter(({ status }) => status === 'PENDING').length,
  };
}

async function digestLetter(ids: JobData['ids'], sources: DigestSources): Promise<Letter | string> {
  const { log, reader, publicUrl, now } = sources;
  const { tenant, day, recipient } = ids as { tenant: string; day: string; recipient: string };
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  if (localDateTime(now(), organization.timeZone).date !== day) return 'Its day is over';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member) return 'They are no member any more';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  const { name, emailAddress: address } = account ?? member;
  if (address === ERASED) return 'The person was erased';
  const types = digestedOn(await preferencesOf(log, recipient), day);
  if (types.length === 0) return UNWANTED;
  const waiting = await waitingFor(member, organization, types, sources);
  if (
    waiting.reviews.length +
      waiting.approvals.length +
      waiting.actions.length +
      waiting.requests +
      waiting.months.length +
      waiting.lines.length ===
    0
  )
    return 'Nothing waits for them';
  return {
    kind: 'DIGEST',
    to: { name, address },
    ...digestMail({
      organizationName: organization.name,
      ...waiting,
      link: `${publicUrl}/dashboard/to-do-list?organizationGuid=${tenant}`,
      without: doingWithout(sources, recipient, 'DIGEST'),
    }),
  };
}

/** Digests, by the kind of their job. */
export const digestLetters: Readonly<
  Record<string, (ids: JobData['ids'], sources: DigestSources) => Promise<Letter | string>>
> = { DIGEST: digestLetter };
