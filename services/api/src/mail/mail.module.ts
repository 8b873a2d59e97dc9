import { Module, type DynamicModule } from '@nestjs/common';
import { MailboxController } from './mailbox.controller.ts';
import type { Resources } from '../platform/process/resources.ts';
import { MAILBOX } from './mailbox-token.ts';

@Module({})
export class MailModule {
  static with({ mailbox }: Pick<Resources, 'mailbox'>): DynamicModule {
    return {
      module: MailModule,
      controllers: [MailboxController],
      providers: [{ provide: MAILBOX, useValue: mailbox ?? null }],
    };
  }
}
