import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentReviewed } from '@plimsoll/contracts/incidents/events';
import { ratingFault } from '@plimsoll/contracts/incidents/report-texts';
import type { Decision } from '../commands/decision.ts';
import { refuseFaults } from './fault.ts';
import type { LiveIncident, Rating } from './incident.ts';
import { incidentCommand } from './incident-command.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface Judgement extends Acting {
  readonly severity: number | null;
  readonly likelihood: number | null;
  readonly comment: string | null;
}

/** Rates an incident, or rates it anew. Refuses a rating of which one half is not chosen. */
export function reviewIncident(command: Judgement, incident: LiveIncident): Decision<EventOf<typeof incidentReviewed>> {
  const { severity, likelihood, comment, actor } = command;
  if (severity === null || likelihood === null) return refuseFaults(notChosen(severity, likelihood));
  const refusal = refusalOf('review', incident, command);
  if (refusal) return refusal;
  const rating: Rating = { severity, likelihood, comment, byGuid: actor.userGuid };
  if (incident.state === 'REVIEWED' && !incident.changedSinceReview && isSame(incident.rating, rating)) return [];
  return [{ type: 'IncidentReviewed', data: { severity, likelihood, comment } }];
}

function notChosen(severity: number | null, likelihood: number | null) {
  const message = ratingFault(severity, likelihood)!;
  const fields = [...(severity === null ? ['severity'] : []), ...(likelihood === null ? ['likelihood'] : [])];
  return fields.map((field) => ({ field, className: 'MalformedEventField', message }) as const);
}

const isSame = (one: Rating | null, other: Rating): boolean =>
  one?.severity === other.severity && one.likelihood === other.likelihood && one.comment === other.comment && one.byGuid === other.byGuid;

export const ReviewIncident = incidentCommand('reviewIncident', reviewIncident);
