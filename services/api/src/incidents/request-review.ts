import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { reviewRequested } from '@plimsoll/contracts/incidents/events';
import type { requestReviewRequest } from '@plimsoll/contracts/incidents/requests';
import { holds } from '@plimsoll/contracts/permissions';
import type { Viewer } from '@plimsoll/projections/viewer';
import type { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import { refuseFaults } from './fault.ts';
import type { LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { SurroundingsNow } from './surroundings-now.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface NamingReviewer extends Acting {
  /** Who was named, with what he holds; null when nobody was, or nobody of the organization. */
  readonly reviewer: Viewer | null;
}

/** Asks somebody for a review, or passes it on to another person. The same person again changes nothing. */
export function requestReview(command: NamingReviewer, incident: LiveIncident): Decision<EventOf<typeof reviewRequested>> {
  const { reviewer, actor } = command;
  if (!reviewer || !holds(reviewer, 'REVIEW_EVENTS')) return refuseFaults([{ field: 'reviewerGuid', className: 'MissingAssignedReviewer' }]);
  const refusal = refusalOf('request-review', incident, command);
  if (refusal) return refusal;
  if (incident.state === 'REVIEW_REQUESTED' && incident.reviewerGuid === reviewer.userGuid) return [];
  if (reviewer.userGuid === actor.userGuid && !holds(actor, 'ASSIGN_SELF_EVENT_REVIEW')) return refuse('Forbidden');
  return [{ type: 'ReviewRequested', data: { reviewerGuid: reviewer.userGuid } }];
}

export class RequestReview extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof requestReviewRequest>) {
    super();
  }
}

@CommandHandler(RequestReview)
export class RequestReviewHandler implements ICommandHandler<RequestReview> {
  constructor(
    private readonly incidents: IncidentLog,
    private readonly surroundings: SurroundingsNow,
  ) {}

  async execute({ envelope, eventId, words }: RequestReview): Promise<Outcome> {
    const reviewer = await this.surroundings.member(envelope.tenant, words.reviewerGuid);
    return this.incidents.change(envelope, eventId, (incident) => requestReview({ actor: envelope.actor, reviewer }, incident));
  }
}
