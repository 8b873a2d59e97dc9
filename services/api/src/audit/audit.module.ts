import { Global, Module } from '@nestjs/common';
import { AccessLog } from './access-log.ts';
import { AuditController } from './audit.controller.ts';

/** What an organization can hold against the log: who changed what, and who read what. */
@Global()
@Module({ controllers: [AuditController], providers: [AccessLog], exports: [AccessLog] })
export class AuditModule {}
