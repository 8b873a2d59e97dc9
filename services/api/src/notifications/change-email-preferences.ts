import { preferencesAfter, type EmailPreference } from '@plimsoll/contracts/notifications/email-preferences';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import * as streams from '@plimsoll/contracts/identity/streams';
import { decider } from '../commands/decider.ts';
import { changeEmailPreferences, evolvePreferences } from './change-email-preferences.rule.ts';

export const emailPreferencesDecider = decider({
  stream: streams.userStream,
  initial: preferencesAfter([]),
  evolve: evolvePreferences,
});

export const ChangeEmailPreferences = defineCommand({
  name: 'ChangeEmailPreferences',
  useCase: ({ actor: { userGuid } }, preferences: EmailPreference[]) =>
    singleStream({
      own: emailPreferencesDecider.of(userGuid),
      decide: (before) => changeEmailPreferences(before, userGuid, preferences),
    }),
});
