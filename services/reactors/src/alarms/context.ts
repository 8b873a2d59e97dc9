import { defineContext } from '../context.ts';
import { alarmAnsweredMail } from './alarm-answered-mail.ts';
import { alarmMail } from './alarm-mail.ts';
import { alarmReactors } from './reactors.ts';
import { dueSteps } from './schedules.ts';

export const alarms = defineContext({
  name: 'alarms',
  reactors: alarmReactors,
  mails: [alarmMail, alarmAnsweredMail],
  schedules: [dueSteps],
});
