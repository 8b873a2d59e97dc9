import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ClsModule } from 'nestjs-cls';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { ApplicationModule } from '../platform/process/application.module.ts';
import type { Draining } from '../platform/process/draining.ts';
import { HealthModule } from '../platform/process/health.module.ts';
import type { Resources } from '../platform/process/resources.ts';
import { RequestAuthorizer } from './request-authorizer.ts';
import { EdgeGuard } from './edge.guard.ts';
import { OrganizationThrottle } from './limits/organization-throttle.ts';
import { RequestTransfers } from './limits/request-transfers.ts';

@Module({})
export class HttpModule {
  static with(resources: Resources, logger: Logger, draining: Draining): DynamicModule {
    return {
      module: HttpModule,
      imports: [
        // Without forRoot, whose guard and interceptor would cost time on every request for nothing.
        ClsModule,
        // Fastify logs the requests, with the context from CLS: this only gives Nest's own messages the same logger.
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false }, useExisting: true, forRoutes: [] }),
        ApplicationModule.with(resources),
        HealthModule.with(resources, draining),
      ],
      providers: [
        OrganizationThrottle,
        RequestTransfers,
        RequestAuthorizer,
        { provide: APP_GUARD, useClass: EdgeGuard },
      ],
    };
  }
}
