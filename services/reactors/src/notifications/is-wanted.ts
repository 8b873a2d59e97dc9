import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { preferencesAfter, wantsMail, type EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { EventStore } from '@plimsoll/event-store/event-store';

/** Why there is no mail that somebody does without. */
export const UNWANTED = 'They do not want such mails';

/** Whether somebody wants to be mailed about it, as their account's stream says by now. */
export async function isWanted(log: Pick<EventStore, 'load'>, userGuid: string, type: EmailPreferenceType): Promise<boolean> {
  const loaded = await log.load(INSTALLATION_TENANT, { kind: 'user', guid: userGuid });
  if (loaded.status !== 'loaded') throw new Error('Only commands are repeated');
  return wantsMail(preferencesAfter(loaded.events), type);
}

/** Where one says which mails one wants. */
export const choosingMails = (publicUrl: string): { readonly label: string; readonly link: string } => ({ label: 'Choose which mails you get', link: `${publicUrl}/settings/notifications` });
