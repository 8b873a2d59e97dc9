import { defineContext } from '../context.ts';
import { privacyMails } from './mails.ts';
import { privacyReactors } from './reactors.ts';
import { dueErasures } from './schedules.ts';

export const privacy = defineContext({
  name: 'privacy',
  reactors: privacyReactors,
  mails: privacyMails,
  schedules: [dueErasures],
});
