import type { AlertContent } from '../format/alerts.ts';
import { formatDay } from '../format/time.ts';
import { ApiProblem, errorText } from '../api/problem.ts';

/** Added when the server's time replaced the device's. */
const SERVERS_TIME = 'The event has the server’s time.';

/** What replaced the time and the day of a device whose clock was wrong. */
export const clockText = ({
  isCorrected,
  correctedDate,
}: {
  readonly isCorrected: boolean;
  readonly correctedDate: string | null;
}): string =>
  [isCorrected && SERVERS_TIME, correctedDate !== null && `Its day was corrected to ${formatDay(correctedDate)}.`]
    .filter(Boolean)
    .join(' ');

interface ReportOutcome {
  number: number | null;
  /** The reviewer requested with the report; null if none was. */
  reviewer: string | null;
  /** Why the review request failed; null if it succeeded. */
  error: unknown;
  /** An additional note on whose clock applies. */
  clockWords: string;
}

/** The alert after a report was sent, including the outcome of its review request. */
export function reportOutcome({ number, reviewer, error, clockWords }: ReportOutcome): AlertContent {
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
