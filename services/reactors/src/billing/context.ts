import { defineContext } from '../context.ts';
import { billingMails } from './mails.ts';
import { billingReactors } from './reactors.ts';
import { dueBilling } from './schedules.ts';

export const billing = defineContext({
  name: 'billing',
  reactors: billingReactors,
  mails: billingMails,
  schedules: [dueBilling],
});
