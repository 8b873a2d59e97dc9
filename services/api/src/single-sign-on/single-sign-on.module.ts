import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DomainRecords } from './domain-records.ts';
import type { Resources } from '../platform/process/resources.ts';
import { SingleSignOnSettings } from './single-sign-on-settings.ts';
import { SingleSignOnController } from './single-sign-on.controller.ts';
import { SsoCookie } from './sso-cookie.ts';
import { SsoRequests } from './sso-requests.ts';
import { SsoSignIn } from './sso-sign-in.ts';

/** Nest module for single sign-on through organizations' identity providers. */
@Global()
@Module({})
export class SingleSignOnModule {
  static with({ pool, sealingKey, settings }: Resources): DynamicModule {
    return {
      module: SingleSignOnModule,
      controllers: [SingleSignOnController],
      providers: [
        { provide: SsoRequests, useFactory: () => new SsoRequests(pool, sealingKey) },
        { provide: SsoCookie, useFactory: () => new SsoCookie(settings.publicUrl) },
        { provide: DomainRecords, useFactory: () => new DomainRecords(sealingKey, settings.dnsServers) },
        SingleSignOnSettings,
        SsoSignIn,
      ],
      exports: [SingleSignOnSettings, SsoRequests, SsoCookie, DomainRecords],
    };
  }
}
