import type { MailTemplate } from '../mail/define-mail.ts';
import { addressChanged } from './address-changed-mail.ts';
import { factorChanged } from './factor-changed-mail.ts';
import { passwordChanged } from './password-changed-mail.ts';
import { resetPassword } from './reset-password-mail.ts';
import { verifyAddress } from './verify-address-mail.ts';

export const identityMails: readonly MailTemplate[] = [
  verifyAddress,
  resetPassword,
  passwordChanged,
  addressChanged,
  factorChanged,
];
