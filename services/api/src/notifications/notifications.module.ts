import { Module, type DynamicModule } from '@nestjs/common';
import { AlarmContextModule } from '../alarms/alarm-context.module.ts';
import { handlersOf } from '../commands/define-command.ts';
import type { Resources } from '../platform/process/resources.ts';
import { ChangeEmailPreferences } from './change-email-preferences.ts';
import { EmailPreferencesController } from './email-preferences.controller.ts';
import { News } from './news.ts';
import { NotificationsController } from './notifications.controller.ts';
import { Unsubscribe } from './unsubscribe.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';

/** Nest module for notifications and email preferences. */
@Module({})
export class NotificationsModule {
  static with({ sealingKey }: Pick<Resources, 'sealingKey'>): DynamicModule {
    return {
      module: NotificationsModule,
      imports: [AlarmContextModule],
      controllers: [NotificationsController, EmailPreferencesController, UnsubscribeController],
      providers: [
        News,
        { provide: UnsubscribeTokens, useFactory: () => new UnsubscribeTokens(sealingKey) },
        ...handlersOf(ChangeEmailPreferences, Unsubscribe),
      ],
    };
  }
}
