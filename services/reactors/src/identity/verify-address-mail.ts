import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Asks whoever signed up to show that the address is theirs. It says nothing that they typed: the address may be somebody else's. */
export function verifyAddressMail(link: string): Mail {
  return composeMail({
    subject: 'Verify your email address',
    heading: 'Verify your email address',
    paragraphs: [
      'Somebody signed up for Plimsoll with this email address. If it was you, open the link within 24 hours.',
      'If it was not you, do nothing: without the link nobody gets an account with your address.',
    ],
    action: { label: 'Verify my email address', link },
    because: 'You get this mail because your email address was given when somebody signed up.',
  });
}
