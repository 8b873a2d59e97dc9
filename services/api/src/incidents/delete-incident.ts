import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentDeleted } from '@plimsoll/contracts/incidents/events';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import type { LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { refusalOf, type Acting } from './who-may.ts';

/** Deletes an incident; for 30 days it can be restored. */
export function deleteIncident(command: Acting, incident: LiveIncident): Decision<EventOf<typeof incidentDeleted>> {
  return refusalOf('delete', incident, command) ?? [{ type: 'IncidentDeleted', data: {} }];
}

export class DeleteIncident extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string) {
    super();
  }
}

@CommandHandler(DeleteIncident)
export class DeleteIncidentHandler implements ICommandHandler<DeleteIncident> {
  constructor(private readonly incidents: IncidentLog) {}

  execute({ envelope, eventId }: DeleteIncident): Promise<Outcome> {
    return this.incidents.change(envelope, eventId, (incident) => deleteIncident({ actor: envelope.actor }, incident));
  }
}
