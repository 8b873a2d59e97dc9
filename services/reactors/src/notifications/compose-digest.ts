import { composeMail } from '../mail/compose-mail.ts';
import type { Mail, UnsubscribeLinks } from '../mail/mail.ts';

/** The content of a digest. Nothing that was written in an incident, since mails are not encrypted. */
export interface DigestContent {
  readonly organizationName: string;
  readonly reviews: readonly string[];
  readonly approvals: readonly string[];
  readonly actions: readonly string[];
  readonly requests: number;
  /** Months without figures: 'March 2026'. */
  readonly months: readonly string[];
  /** Crossed limits: 'TRIF, March 2026: 3.92, limit 3.5'. */
  readonly lines: readonly string[];
  /** Reports of theirs that someone has dealt with. */
  readonly answers: readonly string[];
  readonly link: string;
  readonly unsubscribe: UnsubscribeLinks;
}

/** Items of a kind that are listed; further ones are only counted. */
const MAX_LISTED = 10;

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length - MAX_LISTED;
  return [`${title}: ${items.slice(0, MAX_LISTED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`];
}

export function composeDigest({
  organizationName,
  reviews,
  approvals,
  actions,
  requests,
  months,
  lines,
  answers,
  link,
  unsubscribe,
}: DigestContent): Mail {
  const count = reviews.length + approvals.length + actions.length + requests + months.length + lines.length;
  const title =
    count === 0
      ? `What became of your reports at ${organizationName}`
      : `${count === 1 ? '1 thing waits' : `${count} things wait`} for you at ${organizationName}`;
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      ...listed('To review', reviews),
      ...listed('To approve', approvals),
      ...listed('Corrective actions', actions),
      ...listed('Monthly figures', months),
      ...listed('Above the limit', lines),
      ...listed('What became of your reports', answers),
      ...(requests > 0 ? [requests === 1 ? 'Somebody asks to join.' : `${requests} people ask to join.`] : []),
    ],
    action: { label: 'See what is to be done', link },
    because: 'You get this mail because you chose a digest instead of single mails.',
    unsubscribe,
  });
}
