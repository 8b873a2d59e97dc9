import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import {
  frequencyOf,
  preferencesAfter,
  type EmailPreference,
  type EmailPreferenceType,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { SkipReason } from '../mail/mail.ts';
import type { ReadableLog } from '../mail/readable-log.ts';

/** Skip reason: the user has unsubscribed, or gets a digest instead. */
export const UNWANTED: SkipReason = 'They do not want such mails';

/** Loads a user's mail preferences from their account's stream. @throws UnreadableEvent */
export const loadPreferences = async (log: ReadableLog, userGuid: string): Promise<readonly EmailPreference[]> =>
  preferencesAfter(await log.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid }));

/** Whether a user wants a single mail for each event of a type. @throws UnreadableEvent */
export const wantsSingleMails = async (
  log: ReadableLog,
  userGuid: string,
  type: EmailPreferenceType,
): Promise<boolean> => frequencyOf(await loadPreferences(log, userGuid), type) === 'IMMEDIATE';
