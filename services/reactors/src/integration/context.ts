import { defineContext } from '../context.ts';
import { integrationMails } from './mails.ts';
import { integrationReactors } from './reactors.ts';

export const integration = defineContext({
  name: 'integration',
  reactors: integrationReactors,
  mails: integrationMails,
});
