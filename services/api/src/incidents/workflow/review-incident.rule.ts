import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentReviewed } from '@plimsoll/contracts/incidents/events';
import { ratingError, reportTexts, stillOpenText } from '@plimsoll/contracts/incidents/report-texts';
import type { Decision } from '../../commands/decision.ts';
import { rejectFields, type Error } from '../field-error.ts';
import type { LiveIncident, Rating } from '../incident.ts';
import { openQuestions, type OpenQuestion, type QuickContext } from '../answers/open-questions.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface ReviewIncidentInput extends WithActor {
  readonly severity: number | null;
  readonly likelihood: number | null;
  readonly comment: string | null;
  /** A sentence to the reporter. */
  readonly answer?: string | null;
  /** Whether the incident's form asks for a rating; if not, a review has none. */
  readonly asksRating?: boolean;
  /** Context for checking a quick report; null for others. */
  readonly quick?: QuickContext;
}

/**
 * Rates an incident, or changes its rating. Refuses an incomplete rating, any rating where the form asks for none, and
 * a quick report with open required questions.
 */
export function reviewIncident(
  command: ReviewIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentReviewed>> {
  const { severity, likelihood, comment, answer = null, actor, quick = null } = command;
  const errors = ratingErrors(command);
  if (errors.length > 0) return rejectFields(errors);
  const refusal = refusalOf('review', incident, command);
  if (refusal) return refusal;
  const open = openQuestions(incident, quick);
  if (open.length > 0) return rejectFields(open.map(stillOpen));
  const rating: Rating = { severity, likelihood, comment, answer, byGuid: actor.userGuid };
  if (incident.state === 'REVIEWED' && !incident.changedSinceReview && isSame(incident.rating, rating)) return [];
  return [{ type: 'IncidentReviewed', data: { severity, likelihood, comment, answer } }];
}

const stillOpen = ({ questionGuid, text }: OpenQuestion): Error => ({
  field: questionGuid ? `answers.${questionGuid}` : 'reportingGroupGuid',
  className: 'EmptyEventComponentsArray',
  message: stillOpenText(text),
});

/** Errors at levels that are missing, or that the form does not ask for. */
function ratingErrors({
  severity,
  likelihood,
  asksRating = true,
}: Pick<ReviewIncidentInput, 'severity' | 'likelihood' | 'asksRating'>): Error[] {
  const message = asksRating ? ratingError(severity, likelihood) : reportTexts.ratingNotAsked;
  if (message === null) return [];
  return Object.entries({ severity, likelihood })
    .filter(([, level]) => (level === null) === asksRating)
    .map(([field]) => ({ field, className: 'MalformedEventField', message }));
}

const isSame = (one: Rating | null, other: Rating): boolean =>
  one?.severity === other.severity &&
  one.likelihood === other.likelihood &&
  one.comment === other.comment &&
  one.answer === other.answer &&
  one.byGuid === other.byGuid;
