import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import {
  stoppedBy,
  type EmailPreference,
  type UnsubscribeKind,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import type { Decision } from '../commands/decision.ts';
import { changeEmailPreferences } from './change-email-preferences.rule.ts';

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
