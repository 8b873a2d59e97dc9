import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Tells somebody that something else is asked for at their sign-in by now, or no more: if it was not they, this is how they learn of it. */
export function factorChangedMail(link: string): Mail {
  return composeMail({
    subject: 'The second step of your sign-in was changed',
    heading: 'The second step of your sign-in was changed',
    paragraphs: [
      'An authenticator app, a passkey or the recovery codes of your account were added, replaced or removed.',
      'If that was somebody else, they know your password: choose another one, then look at the second factors in your settings.',
    ],
    action: { label: 'Choose another password', link },
    because: 'You get this mail because the second factors of your account were changed.',
  });
}
