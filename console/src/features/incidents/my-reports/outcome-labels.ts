import type { MyReport } from '@plimsoll/contracts/incidents/my-reports';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { formatDay, localTime } from '../../../lib/format/time.ts';
import type { BadgeState } from '../../../ui/feedback/Badge.tsx';

/** Title of the page before the first report. */
export const NOTHING_REPORTED = 'You have not reported anything yet';

/** States in the words of a person who waits for news, not in those of the workflow. */
export const outcomeTexts: Readonly<Record<MyReport['state'], string>> = {
  REPORTED: 'Received',
  RETURNED: 'Needs your changes',
  REVIEW_REQUESTED: 'Being reviewed',
  REVIEWED: 'Reviewed',
  APPROVAL_REQUESTED: 'Being approved',
  APPROVED: 'Closed',
  CLOSED: 'Closed',
};

/** State and word of a report's badge. A reviewed event that needs no approval is closed. */
export function outcomeBadge({ state, closedAt, with: holder }: MyReport, viewerGuid: string) {
  const shown: BadgeState = state === 'REVIEWED' && closedAt !== null ? 'CLOSED' : state;
  // A report that was entered for someone else may have gone back to the other of the two.
  const isOthers = state === 'RETURNED' && holder !== null && holder.userGuid !== viewerGuid;
  return { state: shown, word: isOthers ? 'Needs changes' : outcomeTexts[shown as MyReport['state']] };
}

/** What happened to a report, and who has to act next. */
export function outcomeText(report: MyReport, viewerGuid: string, zone: string): string {
  const { state, with: holder, reviewedAt, closedAt, returnedAt } = report;
  const day = (at: string) => formatDay(localTime(at, zone).date);
  const on = (at: string | null) => (at === null ? '' : ` on ${day(at)}`);
  const isOwn = holder?.userGuid === viewerGuid;
  const waits = (verb: string) =>
    holder &&
    `${isOwn ? 'It waits for you' : `It waits for ${nameWithin(holder.name)}`} to ${verb} it, since ${day(holder.since)}.`;
  switch (state) {
    case 'REPORTED':
      return 'Nobody has been asked to review it yet.';
    case 'RETURNED':
      return `Returned${on(returnedAt)}. ${
        isOwn || !holder ? 'Change it and send it again.' : `${firstWord(holder.name)} has to change it.`
      }`;
    case 'REVIEW_REQUESTED':
      return waits('review') ?? 'It waits for a reviewer.';
    case 'REVIEWED':
      return closedAt ? `Reviewed and closed${on(closedAt)}.` : `Reviewed${on(reviewedAt)}. It then needs an approval.`;
    case 'APPROVAL_REQUESTED':
      return [reviewedAt && `Reviewed${on(reviewedAt)}.`, waits('approve') ?? 'It waits for an approver.']
        .filter(Boolean)
        .join(' ');
    case 'APPROVED':
      return `Approved and closed${on(closedAt)}.`;
    case 'CLOSED':
      return 'Closed when it was reported. It needed no review.';
  }
}

/** The name of who has to act, at the beginning of a sentence. */
const firstWord = (name: string): string => nameWithin(name).replace(/^./, (letter) => letter.toUpperCase());

/** How the corrective actions are going: "3 corrective actions: 1 open, 2 checked"; null without any. */
export function actionsText({ open, toCheck, verified }: MyReport['actions']): string | null {
  const total = open + toCheck + verified;
  if (total === 0) return null;
  const parts = [open > 0 && `${open} open`, toCheck > 0 && `${toCheck} done`, verified > 0 && `${verified} checked`];
  return `${total} corrective action${total === 1 ? '' : 's'}: ${parts.filter(Boolean).join(', ')}.`;
}
