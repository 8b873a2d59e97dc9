import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

/** Which months lack figures, as people say them: 'March 2026'. */
export interface AboutMonths {
  readonly organizationName: string;
  readonly months: readonly string[];
  readonly link: string;
  readonly without: DoingWithout;
}

/** Tells whoever enters the figures that months are still without any. */
export function monthlyReportingMail({ organizationName, months, link, without }: AboutMonths): Mail {
  const [newest, ...others] = months;
  const title =
    others.length === 0
      ? `The figures of ${newest} are to be entered`
      : `The figures of ${months.length} months are to be entered`;
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      `${organizationName} has no hours yet for ${months.join(', ')}.`,
      'Rates of these months are provisional until then.',
    ],
    action: { label: 'Enter the figures', link },
    because: 'You get this mail because you enter the monthly figures of this organization.',
    without,
  });
}
