import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { FORM_CATALOGUE } from '@plimsoll/projections/forms/form-catalogue-token';
import { queryHandlers } from '@plimsoll/projections/platform/query-handlers';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import { Payments } from '../../billing/provider/payments.ts';
import { Purchases } from '../../billing/purchases/purchases.ts';
import { QuoteTokens } from '../../billing/subscription/quote-tokens.ts';
import { Sales } from '../../billing/purchases/sales.ts';
import { SubscriptionGate } from '../../billing/subscription-gate.ts';
import * as contextModules from '../../contexts.ts';
import { EVENT_STORE } from './event-store-token.ts';
import { OrganizationForms } from '../../forms/organization-forms.ts';
import { ReadModelVersions } from '../cache/read-model-versions.ts';
import { OrganizationsCache } from '../cache/organizations-cache.ts';
import { LimitedRecords } from '../../commands/limited-records.ts';
import { ReadYourWrites } from '../consistency/read-your-writes.ts';
import { RefreshBatcher } from '../cache/refresh-batcher.ts';
import { HeicDecoder } from '../../attachments/judging/heic-decoder.ts';
import { PictureMaker } from '../../pictures/picture-maker.ts';
import { InputJobs } from '../jobs/input-jobs.ts';
import type { Resources } from './resources.ts';
import { SETTINGS } from './settings.ts';

/** Nest module of the use cases (CommandBus) and queries (QueryBus); each context is a module. */
@Global()
@Module({})
export class ApplicationModule {
  static with(resources: Resources): DynamicModule {
    return {
      module: ApplicationModule,
      imports: [
        CqrsModule.forRoot(),
        ...Object.values(contextModules).map((context) => ('with' in context ? context.with(resources) : context)),
      ],
      providers: [
        { provide: EVENT_STORE, useValue: resources.store },
        { provide: READ_POOL, useValue: resources.pool },
        OrganizationForms,
        { provide: FORM_CATALOGUE, useExisting: OrganizationForms },
        { provide: ReadModelReader, useValue: resources.reader },
        { provide: SETTINGS, useValue: resources.settings },
        { provide: ReadYourWrites, useFactory: () => new ReadYourWrites(resources.positions) },
        LimitedRecords,
        ReadModelVersions,
        RefreshBatcher,
        OrganizationsCache,
        InputJobs,
        HeicDecoder,
        PictureMaker,
        Sales,
        SubscriptionGate,
        { provide: Payments, useValue: resources.payments },
        Purchases,
        { provide: QuoteTokens, useFactory: () => new QuoteTokens(resources.signingKey, resources.settings.publicUrl) },
        ...queryHandlers,
      ],
      exports: [
        CqrsModule,
        EVENT_STORE,
        READ_POOL,
        ReadModelReader,
        FORM_CATALOGUE,
        OrganizationForms,
        SETTINGS,
        ReadYourWrites,
        LimitedRecords,
        ReadModelVersions,
        RefreshBatcher,
        OrganizationsCache,
        InputJobs,
        HeicDecoder,
        PictureMaker,
        Sales,
        SubscriptionGate,
        QuoteTokens,
        Payments,
        Purchases,
      ],
    };
  }
}
