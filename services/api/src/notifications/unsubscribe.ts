import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import {
  stoppedBy,
  type EmailPreference,
  type UnsubscribeKind,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import type { Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeEmailPreferences, emailPreferencesDecider } from './change-email-preferences.ts';

/** Has somebody do without a kind of mails; how often they came is kept for when they want them again. Whoever does without already is as they were. */
export function unsubscribe(
  before: readonly EmailPreference[],
  userGuid: string,
  kind: UnsubscribeKind,
): Decision<EventOf<typeof emailPreferencesChanged>> {
  return changeEmailPreferences(
    before,
    userGuid,
    stoppedBy(before, kind).map((one) => ({ ...one, isEnabled: false })),
  );
}

export const Unsubscribe = defineCommand({
  name: 'Unsubscribe',
  useCase: ({ actor: { userGuid } }, kind: UnsubscribeKind) =>
    singleStream({
      own: emailPreferencesDecider.of(userGuid),
      decide: (before) => unsubscribe(before, userGuid, kind),
    }),
});
