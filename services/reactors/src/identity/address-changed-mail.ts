import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** What was done to the addresses of an account. */
export type AddressChange = 'ADDED' | 'REMOVED' | 'PRIMARY';

const said: Readonly<Record<AddressChange, (address: string) => string>> = {
  ADDED: (address) => `${address} was added to the email addresses of your account.`,
  REMOVED: (address) => `${address} was removed from the email addresses of your account.`,
  PRIMARY: (address) => `${address} is now the primary email address of your account. Mails go there.`,
};

/** Tells somebody that the addresses of their account are others now: if it was not they, this is how they learn of it. */
export function addressChangedMail(change: AddressChange, address: string, link: string): Mail {
  return composeMail({
    subject: 'The email addresses of your account were changed',
    heading: 'Your email addresses were changed',
    paragraphs: [
      said[change](address),
      'If it was not you, set a new password now, and look at your addresses once you are signed in.',
    ],
    action: { label: 'Set a new password', link },
    because: 'You get this mail because the email addresses of your account were changed.',
  });
}
