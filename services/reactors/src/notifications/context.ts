import { defineContext } from '../context.ts';
import { notificationMails } from './mails.ts';

export const notifications = defineContext({ name: 'notifications', mails: notificationMails });
