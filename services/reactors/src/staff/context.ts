import { defineContext } from '../context.ts';
import { staffMails } from './mails.ts';
import { staffReactors } from './reactors.ts';

export const staff = defineContext({ name: 'staff', reactors: staffReactors, mails: staffMails });
