import { alarmMailsOf } from '@plimsoll/shared/alarm-mails';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { personOf } from '@plimsoll/projections/platform/person-names';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail, type MailContext } from '../mail/define-mail.ts';
import { findMember } from '../mail/recipients.ts';
import { alarmLink, findAlarmToMail, subjectOf, type AlarmMailIds, type RecordedAlarmEvent } from './alarm-context.ts';

/** Everyone who was mailed about the alarm, and who reported or entered its event, except who answered. */
async function recipients(
  { tenant, alarm: alarmGuid, revision }: Omit<AlarmMailIds, 'recipient'>,
  { log, pool }: MailContext,
): Promise<readonly string[]> {
  const events = await log.load(tenant, { kind: 'alarm', guid: alarmGuid });
  const event = events.find((one) => one.revision === revision) as RecordedAlarmEvent | undefined;
  if (event?.type !== 'AlarmAcknowledged') return [];
  const { eventId, byGuid } = event.data;
  // A mail that was tried may have arrived, even if nobody knows yet.
  const mailed = (await alarmMailsOf(pool, tenant, alarmGuid))
    .filter(({ tries, state }) => tries > 0 && state !== 'FAILED')
    .map(({ recipient }) => recipient);
  const reporters = eventId === null ? [] : await reportersOf(log, tenant, eventId);
  return [...new Set([...mailed, ...reporters])].filter((guid) => guid !== byGuid);
}

async function reportersOf(log: MailContext['log'], tenant: string, eventId: string): Promise<string[]> {
  const events = await log.load(tenant, { kind: 'incident', guid: eventId });
  if (events.length === 0) return [];
  const { progress } = foldIncident(events);
  return [progress.reporterGuid, progress.enteredByGuid];
}

/** Says who is on it, to everyone who was alerted and to the reporter. */
export const alarmAnsweredMail = defineMail<AlarmMailIds>({
  kind: 'ALARM_ANSWERED',
  recipients,
  async write(ids, context) {
    const { tenant, alarm: alarmGuid, revision } = ids;
    const found = await findAlarmToMail(ids, context);
    if (typeof found === 'string') return found;
    const { event, alarm } = found;
    if (event.type !== 'AlarmAcknowledged') return 'Nobody has answered';
    const isOutdated = alarm.revision > revision && alarm.heldBy?.userGuid !== event.data.byGuid;
    if (isOutdated) return 'Someone else has it meanwhile';
    const holder = personOf(event.data.byGuid, (await findMember(context.reader, tenant, event.data.byGuid))?.name);
    const title = `${alarm.isDrill ? 'DRILL: ' : ''}${holder.name} is on it: ${subjectOf(found)}`;
    return {
      to: found.to,
      ...composeMail({
        subject: title,
        heading: title,
        paragraphs: [
          event.data.isTakenOver
            ? `${holder.name} has taken over the alarm. You need not answer it any more.`
            : `${holder.name} has answered the alarm. You need not answer it any more.`,
        ],
        action: { label: 'Open the alarm', link: alarmLink(context.publicUrl, tenant, alarmGuid) },
        because: 'You get this mail because you were alerted about this event, or reported it.',
      }),
    };
  },
});
