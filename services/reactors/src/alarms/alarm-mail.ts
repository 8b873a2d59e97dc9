import { isDrillOver } from '@plimsoll/contracts/alarms/progress';
import { LinkTokens } from '@plimsoll/shared/link-tokens';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail, type MailContext, type WrittenMail } from '../mail/define-mail.ts';
import type { SkipReason } from '../mail/mail.ts';
import {
  alarmLink,
  findAlarmToMail,
  momentText,
  shownHeading,
  subjectOf,
  type AlarmMailIds,
  type AlarmToMail,
} from './alarm-context.ts';

/** An alarm's mail names its round and step too, so that its outcome can be stored without reading the log. */
export interface AlertIds extends AlarmMailIds {
  readonly round: number;
  readonly step: number;
}

const MINUTE_MS = 60_000;
/** The first step at which everyone was alerted before and nobody has answered. */
const FIRST_REPEATED_STEP = 2;

/** Alerts a person about an alarm, unless someone has answered it. A notice is sent once. */
export const alarmMail = defineMail<AlertIds>({
  kind: 'ALARM',
  async write(ids, context) {
    const found = await findAlarmToMail(ids, context);
    if (typeof found === 'string') return found;
    const { event } = found;
    if (event.type !== 'AlarmRaised' && event.type !== 'AlarmEscalated') return 'Nobody was alerted by it';
    const isNotice = event.data.level === 'NOTICE';
    const isHeld = event.type === 'AlarmEscalated' && event.data.heldByGuid !== null;
    const reason = isNotice || isHeld ? undefined : reasonToSkip(found, ids, context.now());
    if (reason !== undefined) return reason;
    return isNotice || isHeld ? noticeOf(found, ids, context) : alertOf(found, ids, context);
  },
});

function reasonToSkip({ alarm }: AlarmToMail, { round }: AlertIds, now: Date): SkipReason | undefined {
  if (alarm.round > round || alarm.state !== 'OPEN') return 'Someone has answered it';
  return isDrillOver(alarm, now) ? 'The drill is over' : undefined;
}

/** Asks for an answer. */
function alertOf(found: AlarmToMail, ids: AlertIds, { publicUrl, sealingKey }: MailContext): WrittenMail {
  const { to, event, alarm } = found;
  const subject = subjectOf(found);
  const minutes = Math.round((Date.parse(event.metadata.at) - Date.parse(alarm.roundAt)) / MINUTE_MS);
  const text =
    ids.step >= FIRST_REPEATED_STEP
      ? `No one has answered for ${minutes} minutes: ${subject}`
      : `Alarm: ${subject} needs someone now`;
  const title = alarm.isDrill ? `DRILL: ${text}` : text;
  const token = LinkTokens.ofAlarms(sealingKey).tokenOf([ids.tenant, ids.alarm, ids.recipient], ids.round);
  return {
    to,
    ...composeMail({
      subject: title,
      heading: title,
      paragraphs: [
        ...(alarm.isDrill
          ? ['This is a drill. Nothing has happened. Answer as you would answer an alarm.']
          : aboutEvent(found)),
        ...phonesOf(found),
      ],
      action: { label: 'I am on it', link: `${publicUrl}/alarm#${token}` },
      alternative: { label: 'Open the alarm', link: alarmLink(publicUrl, ids.tenant, ids.alarm) },
      because: reasonOf(found),
    }),
  };
}

/** Tells of something serious that asks for no answer. */
function noticeOf(found: AlarmToMail, ids: AlertIds, { publicUrl }: MailContext): WrittenMail {
  const title = `Please look at ${subjectOf(found)}`;
  return {
    to: found.to,
    ...composeMail({
      subject: title,
      heading: title,
      paragraphs: [...aboutEvent(found), ...phonesOf(found)],
      action: { label: 'Open the alarm', link: alarmLink(publicUrl, ids.tenant, ids.alarm) },
      because: reasonOf(found),
    }),
  };
}

/** What the mail says of the event. Rules and heading stay out where they could tell who was hurt, or how. */
function aboutEvent({ incident, arrivedAt, place, alarm }: AlarmToMail): string[] {
  if (!incident) return [];
  const { number, form, reportedAt } = incident;
  const heading = shownHeading(incident);
  return [
    `Event ${number} (${form.name})${place.name === null ? '' : ` at ${place.name}`}.`,
    `Reported on ${momentText(new Date(reportedAt), place.timeZone)}${
      arrivedAt === null ? '' : `, arrived on ${momentText(arrivedAt, place.timeZone)}`
    } (${place.timeZone}).`,
    ...(heading === null ? [] : [`${alarm.rules.map(({ name }) => name).join('. ')}. “${heading}”`]),
  ];
}

function phonesOf({ place: { phone, emergencyNumber } }: AlarmToMail): string[] {
  const numbers = [
    ...(emergencyNumber === null ? [] : [`Emergency number: ${emergencyNumber}.`]),
    ...(phone === null ? [] : [`Phone of the place: ${phone}.`]),
  ];
  return numbers.length > 0 ? [numbers.join(' ')] : [];
}

function reasonOf({ event }: AlarmToMail): string {
  const to = 'to' in event.data ? event.data.to : 'FIRST';
  switch (to) {
    case 'FIRST':
    case 'NEXT':
      return 'You get this mail because you are among the first who are alerted about this event.';
    case 'LISTS':
      return 'You get this mail because you review this event, or are on one of its call lists.';
    case 'EVERYONE':
      return 'You get this mail because everyone on the call lists and all admins are alerted about this event.';
  }
}
