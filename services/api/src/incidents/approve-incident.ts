import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentApproved } from '@plimsoll/contracts/incidents/events';
import type { approveRequest } from '@plimsoll/contracts/incidents/requests';
import type { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import type { LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface Approval extends Acting {
  readonly comment: string | null;
  readonly signature: string | null;
}

/** Approves an incident and locks it, naming the revision that the approver saw. */
export function approveIncident(command: Approval, incident: LiveIncident): Decision<EventOf<typeof incidentApproved>> {
  const refusal = refusalOf('approve', incident, command);
  if (refusal) return refusal;
  const { comment, signature } = command;
  return [{ type: 'IncidentApproved', data: { approvedRevision: incident.revision, comment, signature } }];
}

export class ApproveIncident extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof approveRequest>) {
    super();
  }
}

@CommandHandler(ApproveIncident)
export class ApproveIncidentHandler implements ICommandHandler<ApproveIncident> {
  constructor(private readonly incidents: IncidentLog) {}

  execute({ envelope, eventId, words }: ApproveIncident): Promise<Outcome> {
    return this.incidents.change(envelope, eventId, (incident) => approveIncident({ actor: envelope.actor, comment: words.approvalComment || null, signature: words.signature || null }, incident));
  }
}
