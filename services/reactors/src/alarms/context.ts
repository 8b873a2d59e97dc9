import { defineContext } from '../context.ts';
import { alarmReactors } from './reactors.ts';
import { dueSteps } from './schedules.ts';

export const alarms = defineContext({ name: 'alarms', reactors: alarmReactors, schedules: [dueSteps] });
