import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

export interface AboutCrossing {
  readonly organizationName: string;
  readonly metric: string;
  /** 'March 2026: 3.92, limit 3.5' */
  readonly crossing: string;
  readonly link: string;
  readonly without: DoingWithout;
}

/** Tells an admin that a limit which the organization has set itself was crossed. */
export function loadLineMail({ organizationName, metric, crossing, link, without }: AboutCrossing): Mail {
  const title = `${metric} of ${organizationName} is above its limit`;
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      `${crossing}. The figure is that of the twelve months that ended with it.`,
      'You are told once, and again only after it has been at or below the limit.',
    ],
    action: { label: 'See the chart', link },
    because: 'You get this mail because you are an admin of this organization.',
    without,
  });
}
