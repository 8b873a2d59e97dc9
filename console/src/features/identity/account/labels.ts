import type { SessionMethod } from '@plimsoll/contracts/identity/sessions';
import { formatInstant } from '../../../lib/format/time.ts';

/** Shown where an organization does not let its members change this. */
export const DISABLED_BY_ORGANIZATION = 'An administrator of your organization has switched off changing this.';

/** Accounts belong to no organization, so times are shown in the browser's time zone. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const formatWhen = (instant: string): string => formatInstant(instant, zone);

/** How a session was started. */
export const methodLabels: Readonly<Record<SessionMethod, string>> = {
  PASSWORD: 'with the password',
  EMAIL_LINK: 'by the link of a mail',
  TOTP: 'with the password and a code of the app',
  PASSKEY: 'with the password and a passkey',
  RECOVERY_CODE: 'with the password and a recovery code',
  SAML: 'through your organization’s provider',
};
