import { Global, Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ACCESS_LOG_RETENTION_MONTHS } from '@plimsoll/contracts/audit/accesses';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import { FORM_CATALOGUE } from '@plimsoll/projections/forms/form-catalogue-token';
import { handlersOf } from '../commands/define-command.ts';
import type { Resources } from '../platform/process/resources.ts';
import { AccessLog } from './access-log.ts';
import { AuditBundlesController } from './audit-bundles.controller.ts';
import { AuditBundles } from './audit-bundles.ts';
import { AuditController } from './audit.controller.ts';
import { MakeAuditBundle } from './make-audit-bundle.ts';
import { RecordCheckpoint } from './record-checkpoint.ts';
import { SealAccessLog } from './seal-access-log.ts';

const SWEEP_MS = 3_600_000;
const RESOURCES = Symbol('Resources of the audit');

/**
 * Nest module of the audit trail: changes, accesses and bundles. Where this process follows the log, it removes expired
 * bundles every hour.
 */
@Global()
@Module({})
export class AuditModule implements OnModuleDestroy {
  readonly #sweep: NodeJS.Timeout | undefined;

  constructor(
    @Inject(RESOURCES) { projectorPool }: Resources,
    @Inject(AuditBundles) private readonly bundles: AuditBundles,
  ) {
    if (!projectorPool) return;
    this.#sweep = setInterval(() => {
      void bundles.sweep(projectorPool).catch(() => undefined);
      void projectorPool
        .query(
          `delete from accesses where accessed_at < clock_timestamp() - interval '${ACCESS_LOG_RETENTION_MONTHS} months'`,
        )
        .catch(() => undefined);
    }, SWEEP_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#sweep);
    await this.bundles.settled();
  }

  static with(resources: Resources): DynamicModule {
    return {
      module: AuditModule,
      controllers: [AuditController, AuditBundlesController],
      providers: [
        AccessLog,
        { provide: RESOURCES, useValue: resources },
        {
          provide: AuditBundles,
          inject: [QueryBus, FORM_CATALOGUE],
          useFactory: (queries: QueryBus, forms: FormCatalogue) => new AuditBundles(resources, queries, forms),
        },
        ...handlersOf(MakeAuditBundle, RecordCheckpoint, SealAccessLog),
      ],
      exports: [AccessLog, AuditBundles],
    };
  }
}
