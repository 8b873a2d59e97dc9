import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

export interface AboutErasure {
  readonly organizationName: string;
  readonly what: 'ERASURE_REQUESTED' | 'ERASURE_CANCELLED' | 'ERASURE_DONE';
  /** The day on which it begins, in words; null where it begins at once. */
  readonly dueOn: string | null;
  readonly link: string;
}

/** Tells of an erasure and of nobody's name. */
export function erasureMail({ organizationName, what, dueOn, link }: AboutErasure): Mail {
  const told = {
    ERASURE_REQUESTED: {
      subject: `An erasure was asked for in ${organizationName}`,
      text:
        dueOn === null
          ? 'It begins at once.'
          : `It begins on ${dueOn}. Until then any admin can cancel it, or place a legal hold that stops it.`,
    },
    ERASURE_CANCELLED: { subject: `An erasure was cancelled in ${organizationName}`, text: 'Nothing was erased.' },
    ERASURE_DONE: {
      subject: `An erasure is done in ${organizationName}`,
      text: 'What was kept is destroyed and cannot be brought back. Counts and rates are as they were, and the log still verifies.',
    },
  }[what];
  return composeMail({
    subject: told.subject,
    heading: told.subject,
    paragraphs: [told.text],
    action: { label: 'Open Privacy', link },
    because: 'You get this mail because you are an admin of the organization.',
  });
}
