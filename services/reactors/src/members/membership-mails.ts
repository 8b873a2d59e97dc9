import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

/** What a mail about a membership says: the organization's name, and where to go. Nothing that somebody wrote of themselves travels by mail. */
export interface AboutMembership {
  readonly organizationName: string;
  readonly link: string;
}

/** Invites somebody. The link shows that they read the mails to the address. */
export function invitationMail({ organizationName, link }: AboutMembership): Mail {
  return composeMail({
    subject: `Join ${organizationName} on Plimsoll`,
    heading: `You are invited to join ${organizationName}`,
    paragraphs: [
      `${organizationName} manages workplace health and safety with Plimsoll and invites you to join. Open the link within 14 days, and sign in or sign up with this address.`,
      'If you do not know the organization, ignore this mail.',
    ],
    action: { label: 'Answer the invitation', link },
    because: 'You get this mail because an organization invited this address.',
  });
}

/** Tells who may answer it that somebody asks to join. */
export function membershipRequestedMail({
  organizationName,
  link,
  without,
}: AboutMembership & { readonly without: DoingWithout }): Mail {
  return composeMail({
    subject: `Somebody asks to join ${organizationName}`,
    heading: `Somebody asks to join ${organizationName}`,
    paragraphs: ['See who it is and what they write, and approve or decline.'],
    action: { label: 'Open the requests', link },
    because: 'You get this mail because you answer requests to join the organization.',
    without,
  });
}

/** Tells somebody that they belong to the organization that they asked to join. */
export function requestApprovedMail({ organizationName, link }: AboutMembership): Mail {
  return composeMail({
    subject: `You belong to ${organizationName} now`,
    heading: `You belong to ${organizationName} now`,
    paragraphs: ['Your request to join was approved.'],
    action: { label: 'Open Plimsoll', link },
    because: 'You get this mail because you asked to join this organization.',
  });
}

/** Tells somebody that they were not let in. */
export function requestDeclinedMail({ organizationName, link }: AboutMembership): Mail {
  return composeMail({
    subject: `${organizationName} declined your request`,
    heading: `${organizationName} declined your request`,
    paragraphs: ['You asked to join the organization, which did not agree. Ask there if you think this is a mistake.'],
    action: { label: 'Open Plimsoll', link },
    because: 'You get this mail because of the request that you made.',
  });
}

/** Tells somebody that they do not belong to an organization any more. */
export function membershipRemovedMail({ organizationName, link }: AboutMembership): Mail {
  return composeMail({
    subject: `You were removed from ${organizationName}`,
    heading: `You were removed from ${organizationName}`,
    paragraphs: ['What the organization keeps in Plimsoll is closed to you from now on. Your account is as it was.'],
    action: { label: 'Open Plimsoll', link },
    because: 'You get this mail because you were a member of this organization.',
  });
}
