import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { reviewRequested } from '@plimsoll/contracts/incidents/events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../commands/decision.ts';
import { rejectFields } from './field-error.ts';
import type { LiveIncident } from './incident.ts';
import { refusalOf, type WithActor } from './policy.ts';

export interface RequestReviewInput extends WithActor {
  /** Who was named, with what they hold; null when nobody was, or nobody of the organization. */
  readonly reviewer: Viewer | null;
}

/** Asks somebody for a review, or passes it on to another person. The same person again changes nothing. */
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
  return [{ type: 'ReviewRequested', data: { reviewerGuid: reviewer.userGuid } }];
}
