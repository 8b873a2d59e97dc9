import { defineContext } from '../context.ts';
import { identityMails } from './mails.ts';
import { identityReactors } from './reactors.ts';

export const identity = defineContext({ name: 'identity', reactors: identityReactors, mails: identityMails });
