import { localDateTime, monthName } from '@plimsoll/contracts/kernel/values/calendar';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

export interface AboutGrant {
  readonly organizationName: string;
  /** An instant. */
  readonly until: string;
  readonly timeZone: string;
  readonly link: string;
}

/** Tells that somebody from outside may look. Who it is and at what stands where the link leads. */
export function auditorGrantedMail({ organizationName, until, timeZone, link }: AboutGrant): Mail {
  const { date } = localDateTime(new Date(until), timeZone);
  const day = `${Number(date.slice(8))} ${monthName(Number(date.slice(5, 7)))} ${date.slice(0, 4)}`;
  return composeMail({
    subject: `An auditor may look into ${organizationName}`,
    heading: `An auditor may look into ${organizationName}`,
    paragraphs: [
      `An admin has let an auditor from outside read a part of your events until ${day}. See who it is and what they may open. Each look of theirs is recorded, and you can end it at any time.`,
    ],
    action: { label: 'See the grant', link },
    because: 'You get this mail because you are an admin of the organization.',
  });
}
