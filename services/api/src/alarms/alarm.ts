import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import { alarmAfter, type AlarmProgress } from '@plimsoll/contracts/alarms/progress';
import { alarmSettingsOf, shippedAlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { alarmSettingsStream, alarmStream } from '@plimsoll/contracts/alarms/streams';
import { v5 as uuidv5 } from 'uuid';
import { decider } from '../commands/decider.ts';

/** The guid of an event's alarm: there is one at most. */
export const alarmGuidOf = (tenant: string, eventId: string): string => uuidv5(`alarm ${eventId}`, tenant);

/** Decider of an alarm; null before it was raised. */
export const alarmDecider = decider({
  stream: alarmStream,
  initial: null as AlarmProgress | null,
  evolve: (alarm, { type, data, revision, metadata }): AlarmProgress | null =>
    alarmAfter(alarm, { type, data } as AlarmEvent, { revision, at: metadata.at, byGuid: metadata.actor.userGuid }),
});

/** Decider of an organization's alarm settings. */
export const alarmSettingsDecider = decider({
  stream: alarmSettingsStream,
  initial: shippedAlarmSettings,
  evolve: (_, { data }) => alarmSettingsOf(data),
  guid: (tenant: string) => uuidv5('alarm-settings', tenant),
});
