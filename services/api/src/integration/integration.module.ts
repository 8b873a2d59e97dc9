import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { IntegrationFeed } from '@plimsoll/projections/integration-feed';
import { handlersOf } from '../commands/use-case.ts';
import { Viewers } from '../identity/viewers.ts';
import type { Resources } from '../resources.ts';
import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeys } from './api-keys.ts';
import { CreateApiKey } from './create-api-key.ts';
import { FeedController } from './feed.controller.ts';
import { RevokeApiKey } from './revoke-api-key.ts';

/** How other systems follow an organization. */
@Global()
@Module({})
export class IntegrationModule {
  static with({ pool, store, sealingKey, settings }: Resources): DynamicModule {
    return {
      module: IntegrationModule,
      controllers: [ApiKeysController, FeedController],
      providers: [
        { provide: ApiKeys, inject: [QueryBus, Viewers], useFactory: (queries: QueryBus, viewers: Viewers) => new ApiKeys(pool, queries, viewers, sealingKey) },
        { provide: IntegrationFeed, useFactory: () => new IntegrationFeed(store, settings.publicUrl) },
        ...handlersOf(CreateApiKey, RevokeApiKey),
      ],
      exports: [ApiKeys],
    };
  }
}
