import { hasComeBack, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '../../platform/viewer.ts';

/** An incident that is with its reporter, with the facts that decide who is notified. */
export interface IncidentWithReporter {
  readonly progress: IncidentProgress;
  readonly isSensitive: boolean;
  readonly reportingGroupGuid: string | null;
  /** No review has been requested for so long that someone should request one. */
  readonly isLate: boolean;
}

export type NoticeRecipient = Pick<Viewer, 'userGuid' | 'isAdmin' | 'permissions' | 'reportingGroupGuid'>;

/**
 * Whether a member of the incident's reporting group reviews, sees it, and may request its review although it is
 * another's.
 */
function canRequestReview(
  member: NoticeRecipient,
  { progress, isSensitive, reportingGroupGuid }: IncidentWithReporter,
): boolean {
  return (
    reportingGroupGuid !== null &&
    member.reportingGroupGuid === reportingGroupGuid &&
    holds(member, 'REVIEW_EVENTS') &&
    (holds(member, 'MODIFY_EVENTS_ON_OTHERS_BEHALF') || holds(member, 'ALWAYS_MODIFY_EVENTS')) &&
    visibilityOf({ ...progress, isSensitive }, member) === 'SEEN'
  );
}

/**
 * Returns the notification of an incident that is with its reporter; null for none. A returned incident notifies its
 * holder. One without a reviewer also notifies group members who can request the review; if there are none, the admins.
 * @param members all members of the organization; called for admins only.
 */
export function reporterNotice(
  incident: IncidentWithReporter,
  viewer: NoticeRecipient,
  members: () => readonly NoticeRecipient[],
): 'EVENT_RETURNED' | 'EVENT_WITHOUT_REVIEWER' | null {
  const { progress, isLate } = incident;
  const isTheirs = progress.holderGuids.includes(viewer.userGuid);
  if (isTheirs && hasComeBack(progress)) return 'EVENT_RETURNED';
  if (progress.state !== 'REPORTED' || !isLate) return null;
  const isAsked =
    isTheirs ||
    canRequestReview(viewer, incident) ||
    (viewer.isAdmin && !members().some((member) => canRequestReview(member, incident)));
  return isAsked ? 'EVENT_WITHOUT_REVIEWER' : null;
}
