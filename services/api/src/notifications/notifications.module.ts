import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import { ChangeEmailPreferences } from './change-email-preferences.ts';
import { EmailPreferencesController } from './email-preferences.controller.ts';
import { NotificationsController } from './notifications.controller.ts';

@Module({ controllers: [NotificationsController, EmailPreferencesController], providers: handlersOf(ChangeEmailPreferences) })
export class NotificationsModule {}
