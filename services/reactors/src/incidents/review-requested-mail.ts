import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import type { Mail } from '../mail/mail.ts';
import { writeRequestMail, type IncidentSummary, type RequestIds } from './request-mail.ts';

export const reviewRequestedMail = ({ number, formName, link, unsubscribe }: IncidentSummary): Mail =>
  composeMail({
    subject: `Event ${number} is waiting for your review`,
    heading: `Event ${number} is waiting for your review`,
    paragraphs: [`You were asked to review event ${number} (${formName}).`],
    action: { label: `Review event ${number}`, link },
    because: 'You get this mail because you are the reviewer of this event.',
    unsubscribe,
  });

/** Asks the reviewer of an incident to review it. */
export const reviewRequested = defineMail<RequestIds>({
  kind: 'REVIEW_REQUESTED',
  write: writeRequestMail({
    eventType: 'ReviewRequested',
    state: 'REVIEW_REQUESTED',
    permission: 'REVIEW_EVENTS',
    holders: ({ reviewerGuid }) => [reviewerGuid],
    preference: 'REVIEW',
    compose: reviewRequestedMail,
  }),
});
