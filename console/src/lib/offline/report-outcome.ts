import type { AlertWords } from '../format/alerts.ts';
import { ApiProblem, errorText } from '../api/problem.ts';

/** What is added where the device's clock was not believed. */
export const SERVERS_TIME = 'The event has the server’s time.';

interface ReportOutcome {
  number: number | null;
  /** Who was asked for a review with the report; null when that was left for later. */
  reviewer: string | null;
  /** Why that did not happen; null when it did. */
  error: unknown;
  /** What else is to be known: which clock counts. */
  clockWords: string;
}

/** What is said once a report is in, and what became of the review that was asked for with it. */
export function reportOutcome({ number, reviewer, error, clockWords }: ReportOutcome): AlertWords {
  const reported = `Event ${number} was reported`;
  const withSubtitle = (...words: (string | false)[]) => {
    const subtitle = words.filter(Boolean).join(' ');
    return subtitle ? { subtitle } : {};
  };
  if (!reviewer || !error)
    return {
      type: 'success',
      title: reported,
      ...withSubtitle(!!reviewer && `${reviewer} was asked to review it.`, clockWords),
    };
  const isUnknown = !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
  if (isUnknown)
    return {
      type: 'warning',
      autoDismiss: false,
      title: reported,
      ...withSubtitle(
        `The report is in, but there was no answer when ${reviewer} was asked to review it. Plimsoll goes on asking.`,
        clockWords,
      ),
    };
  return {
    type: 'warning',
    autoDismiss: false,
    title: reported,
    ...withSubtitle(`Only the report is in: ${reviewer} was not asked to review it.`, errorText(error), clockWords),
  };
}
