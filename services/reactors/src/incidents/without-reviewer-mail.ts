import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { WITHOUT_REVIEWER_HOURS } from '@plimsoll/contracts/notifications/notification';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { notificationTable } from '@plimsoll/projections/notifications/notification-list/project';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '@plimsoll/projections/notifications/notification-list/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { NewJob } from '../jobs/jobs.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { listMembers } from '../mail/recipients.ts';
import { findSubscriber } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

const KIND = 'EVENT_WITHOUT_REVIEWER';
const HOUR_MS = 3_600_000;
/** Older incidents had their mail long ago. Well below the 90 days for which jobs are stored, so none is sent twice. */
const MAX_AGE_HOURS = 30 * 24;

/**
 * One job for each incident that has been without a reviewer for a day since it was reported or reopened. Job ids
 * follow from the incident and that time, so each is sent once.
 */
export async function jobsWithoutReviewer(tenant: string, reader: ReadModelReader, now: Date): Promise<NewJob[]> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const waiting = await reader.ask<{ incident: string; since: string }>(tenant, {
    name: 'events without a reviewer',
    text: `select incident_guid as incident, came_to_reporter_at as since from ${notificationTable}
           where tenant = $1 and state = 'REPORTED' and deleted_at is null and not is_imported and came_to_reporter_at between $2 and $3 order by came_to_reporter_at, incident_guid`,
    values: [tenant, hoursAgo(MAX_AGE_HOURS), hoursAgo(WITHOUT_REVIEWER_HOURS)],
  });
  return waiting.map(({ incident, since }) => ({
    id: nameBasedGuid(`${KIND} ${incident} ${since}`, tenant),
    data: { kind: KIND, ids: { tenant, incident, since } },
  }));
}

/** Reminds holders, reviewers and admins that an incident waits for a reviewer. */
export const withoutReviewer = defineMail<{ tenant: string; incident: string; since: string; recipient: string }>({
  kind: KIND,
  // Candidates only: `write` decides which of them see the incident and may send it on.
  recipients: async ({ tenant, incident }, { log, reader }) => {
    const events = await log.load(tenant, { kind: 'incident', guid: incident });
    if (events.length === 0) return [];
    const { holderGuids } = foldIncident(events).progress;
    return (await listMembers(reader, tenant))
      .filter((member) => member.isAdmin || holderGuids.includes(member.userGuid) || holds(member, 'REVIEW_EVENTS'))
      .map(({ userGuid }) => userGuid);
  },
  write: async ({ tenant, incident, since, recipient }, context) => {
    const { reader, publicUrl, now: clock } = context;
    const subscriber = await findSubscriber({ tenant, recipient }, { module: 'events', preference: 'REVIEW' }, context);
    if (typeof subscriber === 'string') return subscriber;
    const { organization, member, to } = subscriber;
    const now = clock();
    const { items } = await new ListNotificationsHandler(reader).execute(
      new ListNotifications(tenant, member, localDateTime(now, organization.timeZone).date, now),
    );
    const notification = items.find(
      (item) => item.type === KIND && item.eventId === incident && Date.parse(item.since) === Date.parse(since),
    );
    if (notification?.type !== KIND) return 'It has a reviewer by now, or is not theirs to send on';
    const { number, formName } = notification;
    return {
      to,
      ...composeMail({
        subject: `Event ${number} waits for a reviewer`,
        heading: `Event ${number} waits for a reviewer`,
        paragraphs: [`Nobody has been asked to review event ${number} (${formName}) for a day.`],
        action: { label: `Open event ${number}`, link: `${publicUrl}/events/${incident}` },
        because: 'You get this mail because the event is with you, or because you may send it on.',
        unsubscribe: unsubscribeLinks(context, recipient, 'REVIEW'),
      }),
    };
  },
});
