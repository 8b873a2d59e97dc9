import { defineReactor } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Mails the admins of an organization when an endpoint is told nothing any more. */
export const mailDisabledWebhooks = defineReactor({
  name: 'mail-disabled-webhooks',
  queue: MAIL_QUEUE,
  on: {
    WebhookDisabled: ({ stream, revision }) => [{ kind: 'WEBHOOK_DISABLED', ids: { webhook: stream.guid, revision } }],
  },
});
