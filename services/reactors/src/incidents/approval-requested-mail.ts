import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import type { Mail } from '../mail/mail.ts';
import { writeRequestMail, type IncidentSummary, type RequestIds } from './request-mail.ts';

export const approvalRequestedMail = ({ number, formName, link, unsubscribe }: IncidentSummary): Mail =>
  composeMail({
    subject: `Event ${number} is waiting for your approval`,
    heading: `Event ${number} is waiting for your approval`,
    paragraphs: [`You were asked to approve event ${number} (${formName}).`],
    action: { label: `Approve event ${number}`, link },
    because: 'You get this mail because you were named as the approver of this event.',
    unsubscribe,
  });

/** Asks the approver of an incident to approve it. */
export const approvalRequested = defineMail<RequestIds>({
  kind: 'APPROVAL_REQUESTED',
  write: writeRequestMail({
    eventType: 'ApprovalRequested',
    state: 'APPROVAL_REQUESTED',
    permission: 'APPROVE_EVENTS',
    holders: ({ approverGuid }) => [approverGuid],
    preference: 'APPROVAL',
    compose: approvalRequestedMail,
  }),
});
