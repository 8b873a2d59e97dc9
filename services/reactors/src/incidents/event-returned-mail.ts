import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';
import type { AskedAbout } from './review-requested-mail.ts';

/** Tells somebody that an incident came back to them. */
export function eventReturnedMail({ number, formName, link, without }: AskedAbout): Mail {
  return composeMail({
    subject: `Event ${number} came back to you`,
    heading: `Event ${number} came back to you`,
    paragraphs: [`Event ${number} (${formName}) was returned. What is to be changed stands with it.`],
    action: { label: `Open event ${number}`, link },
    because: 'You get this mail because you reported this event, or entered it.',
    without,
  });
}
