import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

/** What a mail about an incident says of it: nothing that was written in it, since mail travels open. */
export interface AskedAbout {
  readonly number: number;
  readonly formName: string;
  readonly link: string;
  /** How they do without. */
  readonly without: DoingWithout;
}

/** Tells somebody that an incident waits for their review. */
export function reviewRequestedMail({ number, formName, link, without }: AskedAbout): Mail {
  return composeMail({
    subject: `Event ${number} is waiting for your review`,
    heading: `Event ${number} is waiting for your review`,
    paragraphs: [`You were asked to review event ${number} (${formName}).`],
    action: { label: `Review event ${number}`, link },
    because: 'You get this mail because you were named as the reviewer of this event.',
    without,
  });
}
