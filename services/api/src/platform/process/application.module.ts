import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { FORM_CATALOGUE } from '@plimsoll/projections/forms/form-catalogue-token';
import { queryHandlers } from '@plimsoll/projections/platform/query-handlers';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import { AttachmentsModule } from '../../attachments/attachments.module.ts';
import { AuditModule } from '../../audit/audit.module.ts';
import { AuditorsModule } from '../../auditors/auditors.module.ts';
import { BillingModule } from '../../billing/billing.module.ts';
import { Payments } from '../../billing/provider/payments.ts';
import { Purchases } from '../../billing/purchases/purchases.ts';
import { QuoteTokens } from '../../billing/subscription/quote-tokens.ts';
import { Sales } from '../../billing/purchases/sales.ts';
import { SubscriptionGate } from '../../billing/subscription-gate.ts';
import { EVENT_STORE } from './event-store-token.ts';
import { IdentityModule } from '../../identity/identity.module.ts';
import { FormsModule } from '../../forms/forms.module.ts';
import { OrganizationForms } from '../../forms/organization-forms.ts';
import { ImportsModule } from '../../imports/imports.module.ts';
import { IncidentsModule } from '../../incidents/incidents.module.ts';
import { IntegrationModule } from '../../integration/integration.module.ts';
import { MailModule } from '../../mail/mail.module.ts';
import { ReadModelVersions } from '../cache/read-model-versions.ts';
import { MetricsModule } from '../../metrics/metrics.module.ts';
import { NotificationsModule } from '../../notifications/notifications.module.ts';
import { OrganizationsModule } from '../../organizations/organizations.module.ts';
import { OrganizationsCache } from '../cache/organizations-cache.ts';
import { PrivacyModule } from '../../privacy/privacy.module.ts';
import { ReadYourWrites } from '../consistency/read-your-writes.ts';
import { RefreshBatcher } from '../cache/refresh-batcher.ts';
import type { Resources } from './resources.ts';
import { SETTINGS } from './settings.ts';
import { SingleSignOnModule } from '../../single-sign-on/single-sign-on.module.ts';
import { TasksModule } from '../../tasks/tasks.module.ts';
import { StaffModule } from '../../staff/staff.module.ts';

/** Nest module of the use cases (CommandBus) and queries (QueryBus); each context is a module. */
@Global()
@Module({})
export class ApplicationModule {
  static with(resources: Resources): DynamicModule {
    return {
      module: ApplicationModule,
      imports: [
        CqrsModule.forRoot(),
        IdentityModule.with(resources),
        SingleSignOnModule.with(resources),
        OrganizationsModule,
        FormsModule,
        IncidentsModule,
        TasksModule,
        AttachmentsModule.with(resources),
        ImportsModule.with(resources),
        MetricsModule,
        NotificationsModule.with(resources),
        MailModule.with(resources.mailbox),
        StaffModule,
        BillingModule,
        IntegrationModule.with(resources),
        AuditModule.with(resources),
        PrivacyModule.with(resources),
        AuditorsModule.with(resources),
      ],
      providers: [
        { provide: EVENT_STORE, useValue: resources.store },
        { provide: READ_POOL, useValue: resources.pool },
        OrganizationForms,
        { provide: FORM_CATALOGUE, useExisting: OrganizationForms },
        { provide: ReadModelReader, useValue: resources.reader },
        { provide: SETTINGS, useValue: resources.settings },
        { provide: ReadYourWrites, useFactory: () => new ReadYourWrites(resources.positions) },
        ReadModelVersions,
        RefreshBatcher,
        OrganizationsCache,
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
        ReadModelVersions,
        RefreshBatcher,
        OrganizationsCache,
        Sales,
        SubscriptionGate,
        QuoteTokens,
        Payments,
        Purchases,
      ],
    };
  }
}
