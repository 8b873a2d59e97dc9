import type { UnsubscribeKind } from '@plimsoll/contracts/notifications/email-preferences';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { emailPreferencesDecider } from './change-email-preferences.ts';
import { unsubscribe } from './unsubscribe.rule.ts';

export const Unsubscribe = defineCommand({
  name: 'Unsubscribe',
  useCase: ({ actor: { userGuid } }, kind: UnsubscribeKind) =>
    singleStream({
      own: emailPreferencesDecider.of(userGuid),
      decide: (before) => unsubscribe(before, userGuid, kind),
    }),
});
