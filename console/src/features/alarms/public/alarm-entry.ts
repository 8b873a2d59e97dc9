import type { NotifiedAlarm } from '@plimsoll/contracts/notifications/notification';
import { now } from '../../../lib/session/clock.ts';
import type { TaskEntry } from '../../../ui/data/TaskList.tsx';
import { alarmTitle, unansweredText } from '../open-alarm-labels.ts';
import { alarmsPaths } from '../paths.ts';

/** Title of the open alarms in the bell. */
export const openAlarmsText = (count: number): string =>
  count === 1 ? '1 alarm needs an answer' : `${count} alarms need an answer`;

/** An open alarm as an entry of the bell. */
export const entryOfAlarm = (alarm: NotifiedAlarm): TaskEntry => ({
  key: alarm.alarmGuid,
  kind: 'ALARM',
  to: alarmsPaths.alarm(alarm.alarmGuid),
  title: alarmTitle(alarm),
  sub: `${unansweredText(alarm.raisedAt, now())}.`,
  overdue: false,
  alarm: 'Open',
});
