import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import { callListsOf } from '@plimsoll/contracts/routing/call-lists';
import { orderOfAsking } from '@plimsoll/contracts/routing/who-is-asked';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { foldIncident, type IncidentDetailState } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { ListMembers, ListMembersHandler } from '@plimsoll/projections/members/member-list/query';
import { notificationTable } from '@plimsoll/projections/notifications/notification-list/project';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { NewJob } from '../jobs/jobs.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail, type MailContext } from '../mail/define-mail.ts';
import { findOrganization } from '../mail/recipients.ts';
import { findSubscriber } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

const KIND = 'REVIEW_WAITING';
const DAY_MS = 86_400_000;
const FIRST_DAYS: readonly number[] = [3, 7];
const WEEK = 7;
/** From then on someone else is reminded too. */
const ALSO_OTHERS_FROM_DAY = 14;

interface Waiting {
  readonly incident: string;
  /** Since when the person has it. */
  readonly since: string;
  readonly days: number;
}

/** Ids of a job: what waits since when, and for how many days. */
interface WaitingIds {
  readonly tenant: string;
  readonly incident: string;
  readonly since: string;
  readonly days: number;
  readonly recipient: string;
}

/** Whether it is mailed on this day: after three and seven days, then weekly. */
const isDue = (days: number): boolean => FIRST_DAYS.includes(days) || (days > WEEK && days % WEEK === 0);

/** One job for each review or approval that has waited long enough today. Job ids follow from the day, so each is once. */
export async function jobsOfWaitingReviews(
  tenant: string,
  reader: ReadModelReader,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Promise<NewJob[]> {
  const rows = await reader.ask<{ incident: string; since: string }>(tenant, {
    name: 'reviews that wait',
    text: `select incident_guid as incident, holder_since as since from ${notificationTable}
           where tenant = $1 and assignee_guid is not null and deleted_at is null and holder_since is not null order by incident_guid`,
    values: [tenant],
  });
  return rows
    .map((row): Waiting => {
      const since = localDateTime(new Date(row.since), timeZone).date;
      return { ...row, days: Math.round((Date.parse(today) - Date.parse(since)) / DAY_MS) };
    })
    .filter(({ days }) => isDue(days))
    .map(({ incident, since, days }) => ({
      id: nameBasedGuid(`${KIND} ${incident} ${since} ${days}`, tenant),
      data: { kind: KIND, ids: { tenant, incident, since, days } },
    }));
}

/** Who has the event now; null if no review or approval waits since then. */
function assigneeOf({ progress }: IncidentDetailState, since: string): string | null {
  const { state, reviewerGuid, approverGuid, deletedAt, holderSince } = progress;
  if (deletedAt !== null || holderSince === null || Date.parse(holderSince) !== Date.parse(since)) return null;
  if (state === 'REVIEW_REQUESTED') return reviewerGuid;
  return state === 'APPROVAL_REQUESTED' ? approverGuid : null;
}

/** The first of those who would be asked about the report who is someone else. */
async function firstOther(
  tenant: string,
  { progress, facts, form }: IncidentDetailState,
  assignee: string,
  { reader }: Pick<MailContext, 'reader'>,
): Promise<string[]> {
  const [organization, members] = await Promise.all([
    findOrganization(reader, tenant),
    new ListMembersHandler(reader).execute(new ListMembers(tenant, { firstJoinedFirst: true })),
  ]);
  if (!organization) return [];
  const isOn = (flag: string) => organization.customerConfig.some(({ code, isEnabled }) => code === flag && isEnabled);
  const groups = new Map(organization.reportingGroups.map((group) => [group.guid, group]));
  const byGuid = new Map(members.map((member) => [member.userGuid, member]));
  const order = orderOfAsking(
    {
      reporterGuid: progress.reporterGuid,
      enteredByGuid: progress.enteredByGuid,
      hurtGuids: [],
      isSensitive: form.isSensitive,
      worksiteGuid: isOn('WORKSITES') ? facts.worksiteGuid : null,
      reportingGroupGuid: isOn('REPORTING_GROUPS')
        ? (facts.reportingGroupGuid ?? byGuid.get(progress.reporterGuid)?.reportingGroupGuid ?? null)
        : null,
    },
    callListsOf(organization.callLists, (guid) =>
      guid === null ? null : (groups.get(guid)?.reassignedToGuid ?? guid),
    ),
    byGuid,
  );
  const other = order.find(
    ({ member }) =>
      member.userGuid !== assignee && visibilityOf({ ...progress, isSensitive: form.isSensitive }, member) === 'SEEN',
  );
  return other ? [other.member.userGuid] : [];
}

/** Reminds of a review or an approval that waits: who has it and, after two weeks, also someone else. */
export const reviewWaiting = defineMail<WaitingIds>({
  kind: KIND,
  recipients: async ({ tenant, incident: eventId, since, days }, context) => {
    const events = await context.log.load(tenant, { kind: 'incident', guid: eventId });
    if (events.length === 0) return [];
    const incident = foldIncident(events);
    const assignee = assigneeOf(incident, since);
    if (assignee === null) return [];
    return [assignee, ...(days >= ALSO_OTHERS_FROM_DAY ? await firstOther(tenant, incident, assignee, context) : [])];
  },
  write: async ({ tenant, incident: eventId, since, days, recipient }, context) => {
    const events = await context.log.load(tenant, { kind: 'incident', guid: eventId });
    if (events.length === 0) return 'There is no such event';
    const incident = foldIncident(events);
    const { number, form, progress } = incident;
    const assignee = assigneeOf(incident, since);
    if (assignee === null) return 'It does not wait any more';
    const isReview = progress.state === 'REVIEW_REQUESTED';
    const preference = isReview ? 'REVIEW' : 'APPROVAL';
    const subscriber = await findSubscriber({ tenant, recipient }, { module: 'events', preference }, context);
    if (typeof subscriber === 'string') return subscriber;
    const { member, to } = subscriber;
    const isTheirs = recipient === assignee;
    if (isTheirs && !holds(member, isReview ? 'REVIEW_EVENTS' : 'APPROVE_EVENTS')) return 'They may not do it any more';
    if (visibilityOf({ ...progress, isSensitive: form.isSensitive }, member) !== 'SEEN') return 'They do not see it';
    const what = isReview ? 'review' : 'approval';
    const title = isTheirs
      ? `Event ${number} has waited for your ${what} for ${days} days`
      : `Event ${number} has waited for ${isReview ? 'a review' : 'an approval'} for ${days} days`;
    return {
      to,
      ...composeMail({
        subject: title,
        heading: title,
        paragraphs: [
          isTheirs
            ? `Event ${number} (${form.name}) is with you. You can also pass it on to someone else.`
            : `Event ${number} (${form.name}) has been with another person for ${days} days. You may be able to help.`,
        ],
        action: { label: `Open event ${number}`, link: `${context.publicUrl}/events/${eventId}` },
        because: isTheirs
          ? `You get this mail because the event waits for your ${what}.`
          : 'You get this mail because you are next on the call list of this event.',
        unsubscribe: unsubscribeLinks(context, recipient, preference),
      }),
    };
  },
});
