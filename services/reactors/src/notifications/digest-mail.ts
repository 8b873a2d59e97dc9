import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

/** What waits for somebody in an organization, by what is to be done: nothing that was written in an event, since mail travels open. */
export interface AboutDigest {
  readonly organizationName: string;
  readonly reviews: readonly string[];
  readonly approvals: readonly string[];
  readonly actions: readonly string[];
  readonly requests: number;
  /** Without figures: 'March 2026'. */
  readonly months: readonly string[];
  /** Crossed limits: 'TRIF, March 2026: 3.92, limit 3.5'. */
  readonly lines: readonly string[];
  readonly link: string;
  readonly without: DoingWithout;
}

/** So many of a kind are named, those that come first; the others are counted. */
const NAMED = 10;

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length - NAMED;
  return [`${title}: ${items.slice(0, NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`];
}

/** Tells somebody, once a day or a week, what waits for them. */
export function digestMail({
  organizationName,
  reviews,
  approvals,
  actions,
  requests,
  months,
  lines,
  link,
  without,
}: AboutDigest): Mail {
  const count = reviews.length + approvals.length + actions.length + requests + months.length + lines.length;
  const title = `${count === 1 ? '1 thing waits' : `${count} things wait`} for you at ${organizationName}`;
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      ...listed('To review', reviews),
      ...listed('To approve', approvals),
      ...listed('Corrective actions', actions),
      ...listed('Monthly figures', months),
      ...listed('Above the limit', lines),
      ...(requests > 0 ? [requests === 1 ? 'Somebody asks to join.' : `${requests} people ask to join.`] : []),
    ],
    action: { label: 'See what is to be done', link },
    because: 'You get this mail because you chose a digest instead of single mails.',
    without,
  });
}
