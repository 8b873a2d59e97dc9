import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Tells somebody who has an account that somebody signed up with their address: the page could not, since anybody reads it. */
export function alreadyRegisteredMail(link: string): Mail {
  return composeMail({
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody signed up for Plimsoll with this email address, which has an account already. If it was you, sign in; if you forgot your password, set a new one from there.',
      'If it was not you, do nothing: your account is as it was.',
    ],
    action: { label: 'Sign in', link },
    because: 'You get this mail because your email address was given when somebody signed up.',
  });
}
