import type { SessionMethod } from '@plimsoll/contracts/identity/sessions';
import { formatInstant } from '../../../lib/format/time.ts';

/** What is said where an organization has taken something from its people. */
export const TAKEN_AWAY = 'An administrator of your organization has switched off changing this.';

/** An account belongs to no organization: its times are those of the clocks where the person is. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const whenWords = (instant: string): string => formatInstant(instant, zone);

/** How a session began. */
export const methodWords: Readonly<Record<SessionMethod, string>> = {
  PASSWORD: 'with the password',
  EMAIL_LINK: 'by the link of a mail',
  TOTP: 'with the password and a code of the app',
  PASSKEY: 'with the password and a passkey',
  RECOVERY_CODE: 'with the password and a recovery code',
  SAML: 'through your organization’s provider',
};
