import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentReopened } from '@plimsoll/contracts/incidents/events';
import type { reopenRequest } from '@plimsoll/contracts/incidents/requests';
import type { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import type { LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { refusalOf, type Acting } from './who-may.ts';

export interface Reopening extends Acting {
  readonly reason: string;
}

/** Unlocks an approved incident; its rating stays in sight until it is reviewed again. */
export function reopenIncident(command: Reopening, incident: LiveIncident): Decision<EventOf<typeof incidentReopened>> {
  return refusalOf('reopen', incident, command) ?? [{ type: 'IncidentReopened', data: { reason: command.reason } }];
}

export class ReopenIncident extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof reopenRequest>) {
    super();
  }
}

@CommandHandler(ReopenIncident)
export class ReopenIncidentHandler implements ICommandHandler<ReopenIncident> {
  constructor(private readonly incidents: IncidentLog) {}

  execute({ envelope, eventId, words }: ReopenIncident): Promise<Outcome> {
    return this.incidents.change(envelope, eventId, (incident) => reopenIncident({ actor: envelope.actor, reason: words.reason }, incident));
  }
}
