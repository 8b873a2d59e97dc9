import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentReviewed } from '@plimsoll/contracts/incidents/events';
import type { reviewRequest } from '@plimsoll/contracts/incidents/requests';
import type { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import { refuseFaults } from './fault.ts';
import type { LiveIncident, Rating } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
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
  const message =
    severity !== null ? 'Please choose the level of likelihood'
    : likelihood !== null ? 'Please choose the level of severity'
    : 'Please choose the level of severity and the level of likelihood.';
  const fields = [...(severity === null ? ['severity'] : []), ...(likelihood === null ? ['likelihood'] : [])];
  return fields.map((field) => ({ field, className: 'MalformedEventField', message }) as const);
}

const isSame = (one: Rating | null, other: Rating): boolean =>
  one?.severity === other.severity && one.likelihood === other.likelihood && one.comment === other.comment && one.byGuid === other.byGuid;

export class ReviewIncident extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof reviewRequest>) {
    super();
  }
}

@CommandHandler(ReviewIncident)
export class ReviewIncidentHandler implements ICommandHandler<ReviewIncident> {
  constructor(private readonly incidents: IncidentLog) {}

  execute({ envelope, eventId, words }: ReviewIncident): Promise<Outcome> {
    return this.incidents.change(envelope, eventId, (incident) => reviewIncident({ actor: envelope.actor, severity: words.severity ?? null, likelihood: words.likelihood ?? null, comment: words.comment || null }, incident));
  }
}
