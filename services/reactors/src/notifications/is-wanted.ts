import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import {
  frequencyOf,
  preferencesAfter,
  type EmailPreference,
  type EmailPreferenceType,
} from '@plimsoll/contracts/notifications/email-preferences';
import type { EventStore } from '@plimsoll/event-store/port/event-store';

/** Why there is no mail that somebody does without, or has told by a digest. */
export const UNWANTED = 'They do not want such mails';

/** What somebody wants to be mailed, as their account's stream says by now. */
export async function preferencesOf(
  log: Pick<EventStore, 'load'>,
  userGuid: string,
): Promise<readonly EmailPreference[]> {
  const loaded = await log.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid });
  if (loaded.status !== 'loaded') throw new Error('Only commands are repeated');
  return preferencesAfter(loaded.events);
}

/** Whether somebody wants to be mailed about it as it happens. */
export const isWanted = async (
  log: Pick<EventStore, 'load'>,
  userGuid: string,
  type: EmailPreferenceType,
): Promise<boolean> => frequencyOf(await preferencesOf(log, userGuid), type) === 'IMMEDIATE';
