import { MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Mails the admins when a webhook endpoint is disabled automatically. */
const mailDisabledWebhooks = defineReactor({
  name: 'mail-disabled-webhooks',
  queue: MAIL_QUEUE,
  on: {
    WebhookDisabled: ({ stream, revision }) => [{ kind: 'WEBHOOK_DISABLED', ids: { webhook: stream.guid, revision } }],
  },
});

export const integrationReactors: readonly Reactor[] = [mailDisabledWebhooks];
