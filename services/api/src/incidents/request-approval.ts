import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { approvalRequested } from '@plimsoll/contracts/incidents/events';
import type { requestApprovalRequest } from '@plimsoll/contracts/incidents/requests';
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

export interface NamingApprover extends Acting {
  /** Who was named, with what he holds; null when nobody was, or nobody of the organization. */
  readonly approver: Viewer | null;
}

/** Asks somebody for the approval, or passes it on to another person. The same person again changes nothing. */
export function requestApproval(command: NamingApprover, incident: LiveIncident): Decision<EventOf<typeof approvalRequested>> {
  const { approver, actor } = command;
  if (!approver || !holds(approver, 'APPROVE_EVENTS')) return refuseFaults([{ field: 'approverGuid', className: 'MissingAssignedApprover' }]);
  const refusal = refusalOf('request-approval', incident, command);
  if (refusal) return refusal;
  if (incident.state === 'APPROVAL_REQUESTED' && incident.approverGuid === approver.userGuid) return [];
  if (approver.userGuid === actor.userGuid && !holds(actor, 'ASSIGN_SELF_EVENT_APPROVE')) return refuse('Forbidden');
  return [{ type: 'ApprovalRequested', data: { approverGuid: approver.userGuid } }];
}

export class RequestApproval extends Command<Outcome> {
  constructor(readonly envelope: CommandEnvelope, readonly eventId: string, readonly words: z.output<typeof requestApprovalRequest>) {
    super();
  }
}

@CommandHandler(RequestApproval)
export class RequestApprovalHandler implements ICommandHandler<RequestApproval> {
  constructor(
    private readonly incidents: IncidentLog,
    private readonly surroundings: SurroundingsNow,
  ) {}

  async execute({ envelope, eventId, words }: RequestApproval): Promise<Outcome> {
    const approver = await this.surroundings.member(envelope.tenant, words.approverGuid);
    return this.incidents.change(envelope, eventId, (incident) => requestApproval({ actor: envelope.actor, approver }, incident));
  }
}
