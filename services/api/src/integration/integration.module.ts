import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { resolveWith, WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { IntegrationFeed } from '@plimsoll/projections/integration/integration-feed';
import { handlersOf } from '../commands/define-command.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import type { Resources } from '../platform/process/resources.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeys } from './api-keys.ts';
import { ChangeWebhook } from './webhooks/change-webhook.ts';
import { CreateApiKey } from './create-api-key.ts';
import { CreateWebhook } from './webhooks/create-webhook.ts';
import { DisableWebhook } from './webhooks/disable-webhook.ts';
import { FeedController } from './feed.controller.ts';
import { KafkaController } from './kafka.controller.ts';
import { KafkaExports } from './kafka-exports.ts';
import { RemoveWebhook } from './webhooks/remove-webhook.ts';
import { RevokeApiKey } from './revoke-api-key.ts';
import { RotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { SetKafkaExport } from './set-kafka-export.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** Nest module of integrations: API keys, feed, webhooks and Kafka export. */
@Global()
@Module({})
export class IntegrationModule {
  static with({ pool, store, sealingKey, settings }: Resources): DynamicModule {
    return {
      module: IntegrationModule,
      controllers: [ApiKeysController, WebhooksController, KafkaController, FeedController],
      providers: [
        {
          provide: ApiKeys,
          inject: [QueryBus, Viewers],
          useFactory: (queries: QueryBus, viewers: Viewers) => new ApiKeys(pool, queries, viewers, sealingKey),
        },
        { provide: IntegrationFeed, useFactory: () => new IntegrationFeed(store, settings.publicUrl) },
        { provide: Webhooks, useFactory: () => new Webhooks(pool, sealingKey) },
        {
          provide: WebhookAddresses,
          useFactory: () => new WebhookAddresses(settings.webhookNetworks, resolveWith(settings.dnsServers)),
        },
        { provide: KafkaExports, useFactory: () => new KafkaExports(pool) },
        ...handlersOf(
          CreateApiKey,
          RevokeApiKey,
          CreateWebhook,
          ChangeWebhook,
          RotateWebhookSecret,
          DisableWebhook,
          RemoveWebhook,
          SetKafkaExport,
        ),
      ],
      exports: [ApiKeys],
    };
  }
}
