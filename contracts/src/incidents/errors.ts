import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const incidentErrors = {
  AssignedReviewerPresent: bad('A reviewer is assigned by requesting a review, not here'),
  AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson: bad('Your event must have at least one injured person'),
  EmptyEventComponentsArray: bad('Your event report is incomplete'),
  OrganizationGuidPresent: bad('An event cannot be moved to another organization'),
  MalformedEventField: bad('A field of the event is not valid'),
  MissingAssignedReviewer: bad('Assign a reviewer to this event'),
  MissingAssignedApprover: bad('Assign an approver to this event'),
  MissingRegion: bad('Please select the region event occurred in'),
  EventNotFound: notFound('Event'),
  SavedViewNotFound: notFound('View'),
  ApprovedEventCannotBeModified: conflict('An approved event cannot be modified'),
  EventAlreadyReviewed: conflict('This event has already been reviewed and sent for approval'),
  EventAlreadyApproved: conflict('This event has already been approved'),
  ApprovalWithoutAssignedApprover: conflict('This event has not been sent to an approver'),
  EventStateConflict: conflict('The event’s current state does not allow this'),
} as const;
