import type { MailTemplate } from '../mail/define-mail.ts';
import { invitation } from './invitation-mail.ts';
import { membershipAnswered } from './membership-answered-mail.ts';
import { membershipBegun } from './membership-begun-mail.ts';
import { membershipRemoved } from './membership-removed-mail.ts';
import { membershipRequested } from './membership-requested-mail.ts';

export const memberMails: readonly MailTemplate[] = [
  invitation,
  membershipRequested,
  membershipAnswered,
  membershipBegun,
  membershipRemoved,
];
