import { Module, type DynamicModule } from '@nestjs/common';
import { MailboxController } from './mailbox.controller.ts';
import { MAILBOX, type ListMailbox } from './mailbox-token.ts';

@Module({})
export class MailModule {
  static with(mailbox: ListMailbox | undefined): DynamicModule {
    return {
      module: MailModule,
      controllers: [MailboxController],
      providers: [{ provide: MAILBOX, useValue: mailbox ?? null }],
    };
  }
}
