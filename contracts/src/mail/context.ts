import { defineContext } from '../kernel/context.ts';
import { mailbox, mailboxItem } from './mailbox.ts';
import { mailRoutes } from './routes.ts';

export const mailContext = defineContext({
  name: 'mail',
  routes: mailRoutes,
  answers: {
    MailboxItem: mailboxItem,
    Mailbox: mailbox,
  },
});
