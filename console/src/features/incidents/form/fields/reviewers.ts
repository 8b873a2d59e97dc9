import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readableAddress } from '../../../../lib/format/addresses.ts';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { useStarted } from '../../../../lib/session/startup.ts';
import { membersQuery } from '../../../../lib/api/member-queries.ts';
import type { Situation } from './event-fields.ts';

export interface Reviewer {
  guid: string;
  name: string;
  email: string;
}

/**
 * Members who can be asked for a review, those of the reporting group first. The user is included only if they may
 * review their own reports.
 */
export function reviewersFor(
  members: readonly Membership[],
  groupGuid: string,
  self: { guid: string; mayReview: boolean },
): Reviewer[] {
  const ofGroup = (member: Membership) => (groupGuid !== '' && member.reportingGroupGuid === groupGuid ? 0 : 1);
  return members
    .filter(({ userAccount }) => userAccount.guid !== self.guid || self.mayReview)
    .toSorted((one, other) => ofGroup(one) - ofGroup(other))
    .map(({ userAccount: { guid, name, primaryEmailAddress } }) => ({
      guid,
      name: guid === self.guid ? `${name} (you)` : name,
      email: readableAddress(primaryEmailAddress),
    }));
}

/**
 * Reviewers to choose from. Empty if the form needs no review, undefined while loading.
 * @param isWanted whether one is chosen; they are not requested before
 */
export function useReviewers({ form }: Situation, groupGuid: string, isWanted: boolean): Reviewer[] | undefined {
  const { organization, user, permissions } = useStarted();
  const isReviewed = form.eventWorkflow !== 'NONE';
  const { data } = useQuery({
    ...membersQuery(organization.guid, { permission: 'REVIEW_EVENTS' }),
    enabled: isReviewed && isWanted,
  });
  const mayReview = permissions.has('ASSIGN_SELF_EVENT_REVIEW');
  return useMemo(
    () => (isReviewed ? data && reviewersFor(data.items, groupGuid, { guid: user.guid, mayReview }) : []),
    [isReviewed, data, groupGuid, user.guid, mayReview],
  );
}
