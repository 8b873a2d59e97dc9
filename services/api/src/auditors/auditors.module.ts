import { Global, Module, type DynamicModule } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { handlersOf } from '../commands/define-command.ts';
import type { Resources } from '../platform/process/resources.ts';
import { AuditorCalls } from './auditor-calls.ts';
import { AuditorCodes } from './auditor-codes.ts';
import { AuditorGrants } from './auditor-grants.ts';
import { AuditorsController } from './auditors.controller.ts';
import { GrantAuditor } from './grant-auditor.ts';
import { LockAuditor } from './lock-auditor.ts';
import { RevokeAuditor } from './revoke-auditor.ts';

/** Nest module for external auditors and their grants. */
@Global()
@Module({})
export class AuditorsModule {
  static with({ pool, sealingKey }: Resources): DynamicModule {
    return {
      module: AuditorsModule,
      controllers: [AuditorsController],
      providers: [
        { provide: AuditorGrants, inject: [QueryBus], useFactory: (queries: QueryBus) => new AuditorGrants(queries) },
        { provide: AuditorCodes, useFactory: () => new AuditorCodes(pool, sealingKey) },
        AuditorCalls,
        ...handlersOf(GrantAuditor, RevokeAuditor, LockAuditor),
      ],
      exports: [AuditorGrants, AuditorCalls],
    };
  }
}
