import { defineContext } from '../context.ts';
import { auditorMails } from './mails.ts';
import { auditorReactors } from './reactors.ts';

export const auditors = defineContext({ name: 'auditors', reactors: auditorReactors, mails: auditorMails });
