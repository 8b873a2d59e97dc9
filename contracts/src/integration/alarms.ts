import { z } from 'zod';
import type { AlarmEvent } from '../alarms/events.ts';
import { alarmRaised } from '../alarms/events.ts';
import { alarmStates, type AlarmState } from '../alarms/progress.ts';
import { guid } from '../kernel/values/ids.ts';
import type { Channel } from './channel.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';

const { eventId, isDrill, isSensitive, worksiteGuid, reportingGroupGuid, level, rules, round, step } =
  alarmRaised.data.shape;

/** An alarm after an event of it: what every level tells, and what the higher ones add. */
export const alarmData = z.strictObject({
  alarmGuid: guid,
  eventId,
  isDrill,
  isSensitive,
  worksiteGuid,
  reportingGroupGuid,
  level,
  rules,
  round,
  step,
  state: z.enum(alarmStates),
  at: z.iso.datetime(),
  /** Who was alerted by this event. */
  recipientGuids: z.array(guid).optional(),
  answeredByGuid: guid.nullable().optional(),
  actorGuid: guid.optional(),
  /** Of calling it off. */
  reason: z.string().nullable().optional(),
});
type AlarmData = z.output<typeof alarmData>;

const types = {
  AlarmRaised: 'raised',
  AlarmEscalated: 'escalated',
  AlarmAcknowledged: 'answered',
  AlarmCalledOff: 'called-off',
} as const satisfies Record<AlarmEvent['type'], string>;

type TypeOf = `plimsoll.alarm.${(typeof types)[keyof typeof types]}.v1`;
export const alarmsData = Object.fromEntries(
  Object.values(types).map((name) => [`plimsoll.alarm.${name}.v1`, alarmData]),
) as Record<TypeOf, typeof alarmData>;

/** Maps an event of an alarm; null for that of a sensitive event on a channel without those. */
export function mapAlarm(logged: LoggedEvent, { level: detail, includeSensitive }: Channel): Mapped | null {
  const event = logged as LoggedEvent & AlarmEvent;
  if (!Object.hasOwn(types, event.type)) throw new Error(`No mapping knows ${logged.type}`);
  const { data } = event;
  if (data.isSensitive && !includeSensitive) return null;
  const alarmGuid = event.stream.guid;
  const told: AlarmData = {
    alarmGuid,
    eventId: data.eventId,
    isDrill: data.isDrill,
    isSensitive: data.isSensitive,
    worksiteGuid: data.worksiteGuid,
    reportingGroupGuid: data.reportingGroupGuid,
    level: data.level,
    rules: data.rules,
    round: data.round,
    step: data.step,
    state: stateAfter(event),
    at: event.metadata.at,
    ...(detail !== 'FACTS' && {
      recipientGuids: 'recipients' in data ? data.recipients : [],
      answeredByGuid: event.type === 'AlarmAcknowledged' ? event.data.byGuid : null,
      actorGuid: event.metadata.actor.userGuid,
    }),
    ...(detail === 'TEXT' && { reason: 'reason' in data ? data.reason : null }),
  };
  return { type: `plimsoll.alarm.${types[event.type]}.v1`, subject: `alarms/${alarmGuid}`, data: told };
}

function stateAfter(event: AlarmEvent): AlarmState {
  switch (event.type) {
    case 'AlarmAcknowledged':
      return 'ACKNOWLEDGED';
    case 'AlarmCalledOff':
      return 'CALLED_OFF';
    case 'AlarmRaised':
    case 'AlarmEscalated':
      if ('heldByGuid' in event.data && event.data.heldByGuid !== null) return 'ACKNOWLEDGED';
      return event.data.level === 'ALARM' ? 'OPEN' : 'TOLD';
  }
}
