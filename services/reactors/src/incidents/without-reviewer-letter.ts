import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { WITHOUT_REVIEWER_HOURS } from '@plimsoll/contracts/notifications/notification';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { ListMembers, ListMembersHandler } from '@plimsoll/projections/members/member-list/query';
import { notificationTable } from '@plimsoll/projections/notifications/notification-list/project';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData, NewJob } from '../jobs/jobs.ts';
import { composeMail } from '../mail/compose-mail.ts';
import type { Letter, Mail } from '../mail/mail.ts';
import type { DigestSources } from '../notifications/digest-letters.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { whoIsTold } from '../notifications/who-is-told.ts';
import type { AskedAbout } from './review-requested-mail.ts';

const KIND = 'EVENT_WITHOUT_REVIEWER';
const HOUR_MS = 3_600_000;
/** What lies longer was told of long ago: jobs are kept for three times as long, and are not made twice meanwhile. */
const LONGEST_HOURS = 30 * 24;

/** One job for each event that has lain for a day without a reviewer since it was reported or reopened. Asked for twice they are the same jobs. */
export async function jobsWithoutReviewer(tenant: string, reader: ReadModelReader, now: Date): Promise<NewJob[]> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const lying = await reader.ask<{ incident: string; since: string }>(tenant, {
    name: 'events without a reviewer',
    text: `select incident_guid as incident, came_to_reporter_at as since from ${notificationTable}
           where tenant = $1 and state = 'REPORTED' and deleted_at is null and not is_imported and came_to_reporter_at between $2 and $3 order by came_to_reporter_at, incident_guid`,
    values: [tenant, before(LONGEST_HOURS), before(WITHOUT_REVIEWER_HOURS)],
  });
  return lying.map(({ incident, since }) => ({
    id: nameBasedGuid(`${KIND} ${incident} ${since}`, tenant),
    data: { kind: KIND, ids: { tenant, incident, since } },
  }));
}

/** One job for each of those who may be told: whose it is, who reviews, and the admins. Which of them are is decided as the mail is written. */
export async function withoutReviewerRecipients(
  { kind, ids }: JobData,
  reader: ReadModelReader,
  log: DigestSources['log'],
): Promise<JobData[]> {
  const { tenant, incident } = ids as { tenant: string; incident: string };
  const loaded = await log.load(tenant, { kind: 'incident', guid: incident });
  if (loaded.status !== 'loaded' || loaded.events.length === 0) return [];
  const { holderGuids } = foldIncident(loaded.events).progress;
  const members = await new ListMembersHandler(reader).execute(new ListMembers(tenant));
  const asked = members.filter(
    (member) => member.isAdmin || holderGuids.includes(member.userGuid) || holds(member, 'REVIEW_EVENTS'),
  );
  return asked.map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}

/** Tells somebody that an event waits for a reviewer. */
export function withoutReviewerMail({ number, formName, link, without }: AskedAbout): Mail {
  const title = `Event ${number} waits for a reviewer`;
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [`Nobody has been asked to review event ${number} (${formName}) for a day.`],
    action: { label: `Open event ${number}`, link },
    because: 'You get this mail because the event is with you, or because you may send it on.',
    without,
  });
}

async function withoutReviewerLetter(ids: JobData['ids'], sources: DigestSources): Promise<Letter | string> {
  const { reader, publicUrl, now } = sources;
  const { tenant, incident, recipient, since } = ids as {
    tenant: string;
    incident: string;
    recipient: string;
    since: string;
  };
  const told = await whoIsTold({ tenant, recipient }, { module: 'events', preference: 'REVIEW' }, sources);
  if (typeof told === 'string') return told;
  const at = now();
  const { items } = await new ListNotificationsHandler(reader).execute(
    new ListNotifications(tenant, told.member, localDateTime(at, told.organization.timeZone).date, at),
  );
  const about = items.find(
    (item) => item.type === KIND && item.eventId === incident && Date.parse(item.since) === Date.parse(since),
  );
  if (about?.type !== KIND) return 'It has a reviewer by now, or is not theirs to send on';
  const without = doingWithout(sources, recipient, 'REVIEW');
  return {
    kind: KIND,
    to: told.to,
    ...withoutReviewerMail({
      number: about.number,
      formName: about.formName,
      link: `${publicUrl}/events/${incident}`,
      without,
    }),
  };
}

/** Mails about what lies, by the kind of their job. */
export const withoutReviewerLetters: Readonly<
  Record<string, (ids: JobData['ids'], sources: DigestSources) => Promise<Letter | string>>
> = { [KIND]: withoutReviewerLetter };
