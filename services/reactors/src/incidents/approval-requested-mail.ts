import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';
import type { AskedAbout } from './review-requested-mail.ts';

/** Tells somebody that an incident waits for their approval. */
export function approvalRequestedMail({ number, formName, link, without }: AskedAbout): Mail {
  return composeMail({
    subject: `Event ${number} is waiting for your approval`,
    heading: `Event ${number} is waiting for your approval`,
    paragraphs: [`You were asked to approve event ${number} (${formName}).`],
    action: { label: `Approve event ${number}`, link },
    because: 'You get this mail because you were named as the approver of this event.',
    without,
  });
}
