import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldIncident, type IncidentDetailState } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { personOf } from '@plimsoll/projections/platform/person-names';
import { namesPersons } from '@plimsoll/projections/tasks/task-list/hidden-event-title';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail, type MailContext } from '../mail/define-mail.ts';
import { findMember } from '../mail/recipients.ts';
import { findSubscriber } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

/** Ids of a job: a step of the event, or an action of it that was checked. */
export interface ReportAnsweredIds {
  readonly tenant: string;
  readonly incident: string;
  /** Of the action, if one was checked. */
  readonly task?: string;
  /** Of the step in its stream. */
  readonly revision: number;
  readonly recipient: string;
}

/** What happened, with who did it; null if it is nothing to tell. */
interface Happened {
  readonly text: string;
  readonly byGuid: string;
  readonly answer: string | null;
}

interface Loaded {
  readonly incident: IncidentDetailState;
  readonly happened: Happened | null;
}

async function load(
  { tenant, incident: eventId, task, revision }: Omit<ReportAnsweredIds, 'recipient'>,
  { log }: Pick<MailContext, 'log'>,
): Promise<Loaded | null> {
  const events = await log.load(tenant, { kind: 'incident', guid: eventId });
  if (events.length === 0) return null;
  const incident = foldIncident(events);
  if (task === undefined) return { incident, happened: stepIn(events, revision, incident) };
  const checked = (await log.load(tenant, { kind: 'task', guid: task })).find((one) => one.revision === revision);
  return {
    incident,
    happened: checked
      ? {
          text: 'Someone has checked that a corrective action worked',
          byGuid: checked.metadata.actor.userGuid,
          answer: null,
        }
      : null,
  };
}

/** What a review or an approval means. A second review is news only with another sentence. */
function stepIn(
  events: readonly RecordedEvent[],
  revision: number,
  { progress }: IncidentDetailState,
): Happened | null {
  const step = events.find((one) => one.revision === revision) as (RecordedEvent & IncidentEvent) | undefined;
  if (step?.type !== 'IncidentReviewed' && step?.type !== 'IncidentApproved') return null;
  const { answer } = step.data;
  const before = (events as readonly (RecordedEvent & IncidentEvent)[]).filter((one) => one.revision < revision);
  if (step.type === 'IncidentReviewed' && before.some(({ type }) => type === 'IncidentReviewed')) {
    const said = before.findLast(
      (one) => (one.type === 'IncidentReviewed' || one.type === 'IncidentApproved') && one.data.answer !== null,
    );
    const last = said?.type === 'IncidentReviewed' || said?.type === 'IncidentApproved' ? said.data.answer : null;
    if (answer === null || answer === last) return null;
  }
  const isClosed = step.type === 'IncidentApproved' || progress.workflow === 'REVIEW';
  return { text: isClosed ? 'It is closed' : 'It has been reviewed', byGuid: step.metadata.actor.userGuid, answer };
}

/** Tells who reported an event, or entered it, what became of it. */
export const reportAnswered = defineMail<ReportAnsweredIds>({
  kind: 'REPORT_ANSWERED',
  recipients: async (ids, context) => {
    const loaded = await load(ids, context);
    if (!loaded?.happened || loaded.incident.isImported) return [];
    const { reporterGuid, enteredByGuid } = loaded.incident.progress;
    return [...new Set([reporterGuid, enteredByGuid])].filter((guid) => guid !== loaded.happened!.byGuid);
  },
  write: async (ids, context) => {
    const { tenant, incident: eventId, recipient } = ids;
    const subscriber = await findSubscriber(
      { tenant, recipient },
      { module: 'events', preference: 'REPORT_ANSWER' },
      context,
    );
    if (typeof subscriber === 'string') return subscriber;
    const loaded = await load(ids, context);
    if (!loaded?.happened) return 'There is nothing to tell';
    const { incident, happened } = loaded;
    const { number, form, progress, facts } = incident;
    if (progress.deletedAt !== null) return 'It was deleted';
    if (visibilityOf({ ...progress, isSensitive: form.isSensitive }, subscriber.member) !== 'SEEN')
      return 'They do not see it';
    const by = personOf(happened.byGuid, (await findMember(context.reader, tenant, happened.byGuid))?.name);
    const hurt = facts.injuredPersons.map(({ name }) => name);
    const isShown = happened.answer !== null && !form.isSensitive && !namesPersons(happened.answer, hurt);
    const title = `Your report, event ${number}: ${happened.text.toLowerCase()}`;
    return {
      to: subscriber.to,
      ...composeMail({
        subject: title,
        heading: title,
        paragraphs: [
          `Event ${number} (${form.name}), which you reported. ${happened.text}, by ${by.name}.`,
          ...(isShown ? [`“${happened.answer}”`] : []),
        ],
        action: { label: `Open event ${number}`, link: `${context.publicUrl}/events/${eventId}` },
        because: 'You get this mail because you reported this event, or entered it.',
        unsubscribe: unsubscribeLinks(context, recipient, 'REPORT_ANSWER'),
      }),
    };
  },
});
