import { QueryBus } from '@nestjs/cqrs';
import { ListWebhooks } from '@plimsoll/projections/integration/webhook-list/query';
import { defineCommand } from '../../commands/define-command.ts';
import { LimitedRecords, placesUnder, type RecordLimit } from '../../commands/limited-records.ts';
import { webhookDecider, type NewWebhook } from './webhook.ts';
import { createWebhook } from './create-webhook.rule.ts';

const webhookLimit: RecordLimit = { kind: 'webhook', types: ['WebhookCreated'] };
export const webhookPlaces = placesUnder(webhookLimit);

export const CreateWebhook = defineCommand({
  name: 'CreateWebhook',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, webhook: NewWebhook, isAddressAllowed: boolean) => {
    const { tenant, actor } = envelope;
    return limited.execute(store, envelope, {
      own: webhookDecider.of(webhook.webhookGuid),
      limit: webhookLimit.kind,
      readModels: ['change-log', 'webhook-list'],
      newest: () => limited.newestOf(tenant, webhookLimit),
      count: async () => (await queries.execute(new ListWebhooks(tenant))).length,
      decide: (state, count) => createWebhook(webhook, state, actor, { isAddressAllowed, count }),
    });
  },
});
