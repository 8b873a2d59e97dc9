import { defineContext } from '../context.ts';
import { memberMails } from './mails.ts';
import { memberReactors } from './reactors.ts';

export const members = defineContext({ name: 'members', reactors: memberReactors, mails: memberMails });
