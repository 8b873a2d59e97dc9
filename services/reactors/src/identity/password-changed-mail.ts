import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Tells somebody that their password is another one now: if it was not they, this is how they learn of it. */
export function passwordChangedMail(link: string): Mail {
  return composeMail({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and whoever was signed in was signed out.',
      'If it was not you, set a new password now.',
    ],
    action: { label: 'Set a new password', link },
    because: 'You get this mail because the password of your account was changed.',
  });
}
