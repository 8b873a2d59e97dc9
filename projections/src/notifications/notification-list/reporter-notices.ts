import { hasComeBack, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '../../platform/viewer.ts';

/** An incident that is with its reporter, and what deciding whom it is told to needs. */
export interface IncidentWithReporter {
  readonly progress: IncidentProgress;
  readonly isSensitive: boolean;
  readonly reportingGroupGuid: string | null;
  /** Nobody has been asked to review it for so long that somebody is to. */
  readonly isLate: boolean;
}

export type NoticeRecipient = Pick<Viewer, 'userGuid' | 'isAdmin' | 'permissions' | 'reportingGroupGuid'>;

/** Whether somebody of the incident's reporting group reviews, may see it, and may send it to review although it is another's. */
export function canRequestReview(
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
 * What somebody is told of an incident that is with its reporter; null for nothing. What came back goes to whom it is with.
 * What lies without a reviewer goes to them as well, and to those of its group who can send it on; without such, to the admins.
 * @param members all of the organization; asked for an admin alone.
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
