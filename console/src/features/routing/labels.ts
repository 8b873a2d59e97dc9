import type { CallList, CallListGap } from '@plimsoll/contracts/routing/answers';
import type { CallListTarget } from '@plimsoll/contracts/routing/events';

/** What a call list is for, by what it belongs to. */
export const purposeTexts: Readonly<Record<CallListTarget, string>> = {
  WORKSITE: 'Reports from this worksite go to the first person here who can review them.',
  REPORTING_GROUP: 'Reports in this group come here if nobody on the worksite’s list is able to review them.',
  ORGANIZATION: 'Reports come here if nobody on the lists of their worksite and group is able to review them.',
};

/** An empty list where reports ask no one. */
export const EMPTY = 'Nobody is on it.';

/**
 * Who is asked in place of an empty list.
 * @param hasGroups whether the organization has reporting groups, whose lists come before its own
 */
export function emptyText(target: CallListTarget, hasGroups: boolean): string {
  if (target === 'ORGANIZATION')
    return `Nobody is on it: reports go to ${hasGroups ? 'a reviewer of the group, or to ' : ''}an admin.`;
  return target === 'WORKSITE' && hasGroups
    ? 'Nobody is on it: reports go to the call list of the group, or of the organization.'
    : 'Nobody is on it: reports go to the organization’s call list.';
}

/** Why a list with people on it asks none of them, or none about injuries. */
export function gapText(gap: CallListGap, target: CallListTarget): string {
  if (gap === 'NOBODY_ABLE') return 'Nobody on this list can review reports.';
  return `Nobody on this list can see injuries, so they go to ${target === 'ORGANIZATION' ? 'an admin' : 'the next list'}.`;
}

/** What keeps someone on a call list from being asked about some reports; null if nothing does. */
export function shortcomingText({
  isMember,
  canReview,
  canSeeInjuries,
}: Omit<CallList['members'][number], 'userGuid' | 'name'>): string | null {
  if (!isMember) return 'Not a member any more';
  if (!canReview) return 'Cannot review';
  return canSeeInjuries ? null : 'Cannot see injuries';
}
