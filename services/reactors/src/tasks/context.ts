import { defineContext } from '../context.ts';
import { taskMails } from './mails.ts';
import { taskReactors } from './reactors.ts';
import { reminders } from './schedules.ts';

export const tasks = defineContext({
  name: 'tasks',
  reactors: taskReactors,
  mails: taskMails,
  schedules: [reminders],
});
