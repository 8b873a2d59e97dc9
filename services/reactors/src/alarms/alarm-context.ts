import { alarmAfter, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { dayLabel, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { isPhoneNumber } from '@plimsoll/contracts/kernel/values/dial-address';
import { emergencyNumberOf, regionOf } from '@plimsoll/contracts/organizations/regions';
import { stepTaken } from '@plimsoll/projections/incidents/incident-progress';
import { foldIncident, type IncidentDetailState } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { MailContext } from '../mail/define-mail.ts';
import type { Recipient, SkipReason } from '../mail/mail.ts';
import { findMember, findOrganization, memberRecipient } from '../mail/recipients.ts';
import { hasModule, MODULE_OFF, NO_MEMBER } from '../notifications/find-subscriber.ts';

/** Ids of a job for a mail about an event of an alarm. */
export interface AlarmMailIds {
  readonly tenant: string;
  readonly alarm: string;
  /** Of the alarm's event. */
  readonly revision: number;
  readonly recipient: string;
}

export type RecordedAlarmEvent = RecordedEvent & AlarmEvent;

/** An alarm with what a mail about it may say. */
export interface AlarmToMail {
  readonly to: Recipient;
  readonly organization: Organization;
  /** The event of the alarm that the mail is about. */
  readonly event: RecordedAlarmEvent;
  /** As it is now. */
  readonly alarm: AlarmProgress;
  /** Null for a drill. */
  readonly incident: IncidentDetailState | null;
  readonly arrivedAt: Date | null;
  readonly place: AlarmPlace;
}

/** Where it happened. */
export interface AlarmPlace {
  /** The worksite, else the region; null where neither is known. */
  readonly name: string | null;
  readonly phone: string | null;
  readonly emergencyNumber: string | null;
  readonly timeZone: string;
}

/** The alarm of a guid from its events. @throws for events that no decision can produce */
export const foldAlarm = (events: readonly RecordedEvent[]): AlarmProgress =>
  events.reduce<AlarmProgress | null>(
    (alarm, event) => alarmAfter(alarm, event as RecordedAlarmEvent, stepTaken(event)),
    null,
  )!;

/**
 * Finds what a mail about an alarm says, if its recipient is a member who sees the alarm's event. Reads the log, since
 * read models may lag behind.
 */
export async function findAlarmToMail(
  { tenant, alarm: alarmGuid, revision, recipient }: AlarmMailIds,
  { log, reader }: MailContext,
): Promise<AlarmToMail | SkipReason> {
  const events = await log.load(tenant, { kind: 'alarm', guid: alarmGuid });
  const event = events.find((one) => one.revision === revision) as RecordedAlarmEvent | undefined;
  if (!event) return 'There is no such alarm';
  const { eventId } = event.data;
  const incidentEvents = eventId === null ? [] : await log.load(tenant, { kind: 'incident', guid: eventId });
  const incident = incidentEvents.length > 0 ? foldIncident(incidentEvents) : null;
  const member = await findMember(reader, tenant, recipient);
  if (!member) return NO_MEMBER;
  if (incident) {
    const { progress, form } = incident;
    if (progress.deletedAt !== null) return 'It was deleted';
    if (visibilityOf({ ...progress, isSensitive: form.isSensitive }, member) !== 'SEEN') return 'They do not see it';
  }
  const organization = await findOrganization(reader, tenant);
  if (!organization || !hasModule(organization, 'events')) return MODULE_OFF;
  const to = await memberRecipient(reader, member);
  if (typeof to === 'string') return to;
  return {
    to,
    organization,
    event,
    alarm: foldAlarm(events),
    incident,
    arrivedAt: incidentEvents[0]?.recordedAt ?? null,
    place: placeOf(organization, incident, event.data.worksiteGuid),
  };
}

function placeOf(
  { worksites, timeZone }: Organization,
  incident: IncidentDetailState | null,
  ofAlarm: string | null,
): AlarmPlace {
  const worksiteGuid = incident ? incident.facts.worksiteGuid : ofAlarm;
  const worksite = worksites.find(({ guid }) => guid === worksiteGuid);
  const regionGuid = incident?.facts.regionGuid ?? worksite?.regionGuid ?? null;
  const phone = worksite?.emergencyPhone ?? null;
  return {
    name: worksite?.name ?? (regionGuid === null ? null : (regionOf(regionGuid)?.name ?? null)),
    phone: phone !== null && isPhoneNumber(phone) ? phone : null,
    emergencyNumber: emergencyNumberOf(regionGuid),
    timeZone: incident?.facts.timeZone ?? worksite?.timeZone ?? timeZone,
  };
}

/** What an alarm is about: "event 1161 at Acheson Yard"; a drill by its place alone. */
export function subjectOf({
  incident,
  place,
  organization,
}: Pick<AlarmToMail, 'incident' | 'place' | 'organization'>): string {
  if (!incident) return place.name ?? organization.name;
  return place.name === null ? `event ${incident.number}` : `event ${incident.number} at ${place.name}`;
}

/** An instant by the clocks of the place: "17 March 2026, 06:40". */
export function momentText(moment: Date, timeZone: string): string {
  const { date, time } = localDateTime(moment, timeZone);
  return `${dayLabel(date)}, ${time}`;
}

/** The heading of an event that a mail may show: null if it is sensitive or anyone was hurt. */
export const shownHeading = ({ form, facts }: IncidentDetailState): string | null =>
  form.isSensitive || facts.injuredPersons.length > 0 ? null : headingOf(facts.description);

/** The address of an alarm's page. */
export const alarmLink = (publicUrl: string, tenant: string, alarmGuid: string): string =>
  `${publicUrl}/alarms/${alarmGuid}?organizationGuid=${tenant}`;
