import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Asks whoever reads an address to show that they have added it to their account. It names nobody: the address may be somebody else's. */
export function verifyAddedAddressMail(link: string): Mail {
  return composeMail({
    subject: 'Verify your email address',
    heading: 'Verify the email address that you added',
    paragraphs: [
      'Somebody added this email address to their Plimsoll account. If it was you, open the link within 24 hours, where you are signed in.',
      'If it was not you, do nothing: outside of that account the link does nothing, so do not pass it on.',
    ],
    action: { label: 'Verify this address', link },
    because: 'You get this mail because your email address was added to an account.',
  });
}

/** Tells somebody whose address is their account's already that it was added to another one: the page could not, since anybody reads it. */
export function addressTakenMail(link: string): Mail {
  return composeMail({
    subject: 'Your email address belongs to your account',
    heading: 'This address belongs to your account',
    paragraphs: [
      'Somebody added this email address to another Plimsoll account. It is yours, and an address has one account. If it was you, remove it from this account first.',
      'If it was not you, do nothing: your account is as it was.',
    ],
    action: { label: 'Sign in', link },
    because: 'You get this mail because your email address was added to an account.',
  });
}
