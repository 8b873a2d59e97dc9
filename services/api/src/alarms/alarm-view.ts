import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { allowedAlarmCommands, type AlarmViewer } from '@plimsoll/contracts/alarms/policy';
import { isDrillOver, isUnanswered, type AlarmStep } from '@plimsoll/contracts/alarms/progress';
import { shippedFirstSteps, type AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { emergencyNumberOf } from '@plimsoll/contracts/organizations/regions';
import { isPhoneNumber } from '@plimsoll/contracts/kernel/values/dial-address';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';
import type { NamedMembers } from '@plimsoll/projections/tasks/task-list/query';
import type { OrganizationSnapshot } from '../platform/cache/organizations-cache.ts';
import type { SeenAlarm } from './alarm-log.ts';
import type { SentMail } from './sent-alarm-mails.ts';

interface AlarmShown {
  readonly alarmGuid: string;
  readonly seen: SeenAlarm;
  readonly viewer: AlarmViewer;
  readonly settings: AlarmSettings;
  readonly organization: Pick<OrganizationSnapshot, 'worksites' | 'timeZone'>;
  readonly people: NamedMembers;
  /** Null for a mail that was not tried. */
  readonly mailOf: (revision: number, recipient: string) => SentMail | null;
  readonly now: Date;
}

/** An alarm as the viewer may see it: without the people who were alerted, unless they may answer it. */
export function alarmView({
  alarmGuid,
  seen,
  viewer,
  settings,
  organization,
  people,
  mailOf,
  now,
}: AlarmShown): AlarmDetail {
  const { alarm, incident, incidentEvents, events } = seen;
  const { worksite, emergencyPhone, emergencyNumber } = placeOfAlarm(seen, organization);
  const reported = incidentEvents[0];
  const answered = alarm.heldBy ?? (alarm.calledOff && { userGuid: alarm.calledOff.byGuid, at: alarm.calledOff.at });
  return {
    alarmGuid,
    isDrill: alarm.isDrill,
    eventId: alarm.eventId,
    number: reported?.number ?? null,
    formName: incident?.form.name ?? null,
    worksite: worksite && { guid: worksite.guid, name: worksite.name },
    level: alarm.level,
    rules: alarm.rules.map(({ code, ruleGuid, name }) => ({ code, ruleGuid, name })),
    state: alarm.state,
    round: alarm.round,
    raisedAt: alarm.raisedAt,
    answeredBy: answered && people.person(answered.userGuid),
    answeredAt: answered && answered.at,
    nextStepAt: alarm.nextStepAt,
    isUnanswered: isUnanswered(alarm),
    occurrenceDate: incident?.facts.occurrenceDate ?? null,
    occurrenceTime: incident?.facts.occurrenceTime ?? null,
    timeZone: incident?.facts.timeZone ?? worksite?.timeZone ?? organization.timeZone,
    reportedAt: reported?.metadata.at ?? null,
    arrivedAt: reported?.recordedAt.toISOString() ?? null,
    emergencyPhone,
    emergencyNumber,
    reason: alarm.state === 'CALLED_OFF' ? reasonIn(events) : null,
    steps: alarm.steps.map((taken) => ({
      round: taken.round,
      step: taken.step,
      to: taken.to,
      at: taken.at,
      people: viewer.isAlerted
        ? taken.recipients.map((userGuid) => ({
            ...people.person(userGuid),
            ...(mailOf(taken.revision, userGuid) ?? untriedMail(taken, seen, now)),
            push: null,
          }))
        : null,
    })),
    firstSteps: settings.firstSteps ?? shippedFirstSteps,
    duties: [],
    allowedCommands: allowedAlarmCommands(alarm, viewer, now),
    revision: alarm.revision,
  };
}

/**
 * A mail that was not tried: what has not been sent when the alarm is answered is not sent any more. Notices and alerts
 * about an alarm that someone has are sent nevertheless: they ask for no answer.
 */
export function untriedMail(
  { round, revision }: Pick<AlarmStep, 'round' | 'revision'>,
  { alarm, events }: Pick<SeenAlarm, 'alarm' | 'events'>,
  now: Date,
): SentMail {
  const { data } = events.find((event) => event.revision === revision) as unknown as Extract<
    AlarmEvent,
    { type: 'AlarmRaised' | 'AlarmEscalated' }
  >;
  const asksForAnswer = data.level === 'ALARM' && !('heldByGuid' in data && data.heldByGuid !== null);
  const isWanted = alarm.round === round && alarm.state === 'OPEN' && !isDrillOver(alarm, now);
  return { mail: asksForAnswer && !isWanted ? 'NOT_NEEDED' : 'WAITING', mailAt: null, mailTries: 0 };
}

/** Where an alarm is, with the numbers to call there. */
export function placeOfAlarm(
  { alarm, incident }: Pick<SeenAlarm, 'alarm' | 'incident'>,
  { worksites }: Pick<OrganizationSnapshot, 'worksites'>,
) {
  const worksiteGuid = incident ? incident.facts.worksiteGuid : alarm.worksiteGuid;
  const worksite = (worksiteGuid === null ? undefined : worksites.get(worksiteGuid)) ?? null;
  const phone = worksite?.emergencyPhone ?? null;
  return {
    worksite,
    emergencyPhone: phone !== null && isPhoneNumber(phone) ? phone : null,
    emergencyNumber: emergencyNumberOf(incident?.facts.regionGuid ?? worksite?.regionGuid ?? null),
  };
}

/** Why the alarm was called off last. */
const reasonIn = (events: SeenAlarm['events']): string | null => {
  const last = events.findLast(({ type }) => type === 'AlarmCalledOff');
  return last ? (requireReadable(last).data as Extract<AlarmEvent, { type: 'AlarmCalledOff' }>['data']).reason : null;
};
