import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reviewRequested } from '@plimsoll/contracts/incidents/events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../../commands/decision.ts';
import { rejectFields } from '../field-error.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface RequestReviewInput extends WithActor {
  /** The named reviewer with their permissions; null when none was named or they are not a member. */
  readonly reviewer: Viewer | null;
}

/** Requests a review from a member, or reassigns it. Naming the current reviewer again changes nothing. */
export function requestReview(
  command: RequestReviewInput,
  incident: LiveIncident,
): Decision<EventOf<typeof reviewRequested>> {
  const { reviewer, actor } = command;
  if (!reviewer || !holds(reviewer, 'REVIEW_EVENTS'))
    return rejectFields([{ field: 'reviewerGuid', className: 'MissingAssignedReviewer' }]);
  const refusal = refusalOf('request-review', incident, command);
  if (refusal) return refusal;
  if (incident.state === 'REVIEW_REQUESTED' && incident.reviewerGuid === reviewer.userGuid) return [];
  if (reviewer.userGuid === actor.userGuid && !holds(actor, 'ASSIGN_SELF_EVENT_REVIEW')) return refuse('Forbidden');
  return [{ type: 'ReviewRequested', data: { reviewerGuid: reviewer.userGuid, isByCallList: false, routedTo: null } }];
}
