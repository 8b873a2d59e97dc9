import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import {
  stoppedBy,
  type EmailPreference,
  type UnsubscribeKind,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { emailPreferencesChanged } from '@plimsoll/contracts/notifications/events';
import type { Decision } from '../commands/decision.ts';
import { changeEmailPreferences } from './change-email-preferences.rule.ts';

/**
 * Disables a kind of mail, and keeps its frequency in case the user enables it again. No effect if it is disabled
 * already.
 */
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
