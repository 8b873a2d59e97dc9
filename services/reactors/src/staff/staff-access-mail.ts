import { STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Tells that one of our staff reads an organization. Who it is and why stands where the link leads. */
export function staffAccessMail({
  organizationName,
  link,
}: {
  readonly organizationName: string;
  readonly link: string;
}): Mail {
  return composeMail({
    subject: `Plimsoll’s staff opened ${organizationName}`,
    heading: `Plimsoll’s staff opened ${organizationName}`,
    paragraphs: [
      `One of our staff may read ${organizationName} for ${STAFF_ACCESS_HOURS} hours, and change nothing. See who it is, why, and what they look at.`,
    ],
    action: { label: 'See what they look at', link },
    because: 'You get this mail because you look after the organization’s settings.',
  });
}
