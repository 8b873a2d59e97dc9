import { defineContext, job } from '../kernel/context.ts';
import {
  alarmCommandAnswer,
  alarmDetail,
  alarmList,
  alarmSettings,
  drillStarted,
  linkedAlarm,
  listedAlarm,
  raiseAlarmAnswer,
} from './answers.ts';
import { alarmErrors } from './errors.ts';
import { alarmRoutes } from './routes.ts';
import { alarmSettingsStream, alarmStream } from './streams.ts';

export const alarmsContext = defineContext({
  name: 'alarms',
  streams: [alarmStream, alarmSettingsStream],
  routes: alarmRoutes,
  errors: alarmErrors,
  answers: {
    AlarmSettings: alarmSettings,
    ListedAlarm: listedAlarm,
    AlarmList: alarmList,
    AlarmDetail: alarmDetail,
    RaiseAlarm: raiseAlarmAnswer,
    AlarmCommandAnswer: alarmCommandAnswer,
    DrillStarted: drillStarted,
    LinkedAlarm: linkedAlarm,
  },
  labels: {
    alarm: 'Alarm',
    'alarm-settings': 'Alarm settings',
  },
  internal: {
    'alarm-settings': 'what raises an alarm is an organization’s own affair; each alarm itself is published',
  },
  jobs: {
    /** Judges whether an event of an incident raises an alarm. */
    RAISE_ALARM: job<{ readonly organization: string; readonly incident: string; readonly revision: number }>(),
    /** Takes the step of an alarm that is due. */
    STEP_ALARM: job<{
      readonly organization: string;
      readonly alarm: string;
      readonly round: number;
      readonly step: number;
    }>(),
  },
});
