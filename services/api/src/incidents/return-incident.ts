import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentReturned } from '@plimsoll/contracts/incidents/events';
import type { returnRequest } from '@plimsoll/contracts/incidents/requests';
import type { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import type { LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface Return extends Acting {
  readonly comment: string;
}

/** Sends an incident back: from its reviewer to its reporter, or from its approver to its reviewer. */
export function returnIncident(command: Return, incident: LiveIncident): Decision<EventOf<typeof incidentReturned>> {
  const refusal = refusalOf('return', incident, command);
  if (refusal) return refusal;
  const to = incident.state === 'APPROVAL_REQUESTED' ? 'REVIEWER' : 'REPORTER';
  return [{ type: 'IncidentReturned', data: { to, comment: command.comment } }];
}

export class ReturnIncident extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof returnRequest>) {
    super();
  }
}

@CommandHandler(ReturnIncident)
export class ReturnIncidentHandler implements ICommandHandler<ReturnIncident> {
  constructor(private readonly incidents: IncidentLog) {}

  execute({ envelope, eventId, words }: ReturnIncident): Promise<Outcome> {
    return this.incidents.change(envelope, eventId, (incident) => returnIncident({ actor: envelope.actor, comment: words.comment }, incident));
  }
}
