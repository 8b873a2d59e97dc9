import { defineContext } from '../context.ts';
import { incidentMails } from './mails.ts';
import { incidentReactors } from './reactors.ts';

export const incidents = defineContext({ name: 'incidents', reactors: incidentReactors, mails: incidentMails });
