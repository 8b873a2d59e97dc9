import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Lets somebody set a new password. */
export function resetPasswordMail(link: string): Mail {
  return composeMail({
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody asked to set a new password for your account. If it was you, open the link within 10 minutes of asking; it works once.',
      'If it was not you, do nothing: your password is as it was.',
    ],
    action: { label: 'Set a new password', link },
    because: 'You get this mail because a new password was asked for with your email address.',
  });
}
