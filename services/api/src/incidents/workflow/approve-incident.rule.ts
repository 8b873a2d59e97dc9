import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentApproved } from '@plimsoll/contracts/incidents/events';
import { notYourNameText, reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { isSignedBy } from '@plimsoll/contracts/incidents/signature';
import type { Decision } from '../../commands/decision.ts';
import { rejectFields } from '../field-error.ts';
import type { LiveIncident } from '../incident.ts';
import { refusalOf, type WithActor } from '../policy.ts';

export interface ApproveIncidentInput extends WithActor {
  readonly approvalComment: string | null;
  /** A sentence to the reporter. */
  readonly answer?: string | null;
  /** The name as the actor typed it. */
  readonly signature: string | null;
  readonly signatureDrawing: string | null;
  /** The actor's name in the organization. */
  readonly name: string;
}

/**
 * Approves an incident and locks it, recording the revision that is approved. Only the actor's own name is a signature;
 * a drawing may be added to it.
 */
export function approveIncident(
  command: ApproveIncidentInput,
  incident: LiveIncident,
): Decision<EventOf<typeof incidentApproved>> {
  const { actor, name, signature, signatureDrawing: drawing } = command;
  if (signature === null ? drawing !== null : !isSignedBy(signature, name))
    return rejectFields([
      {
        field: 'signature',
        className: 'MalformedEventField',
        message: signature === null ? reportTexts.drawnWithoutName : notYourNameText(name),
      },
    ]);
  const refusal = refusalOf('approve', incident, command);
  if (refusal) return refusal;
  return [
    {
      type: 'IncidentApproved',
      data: {
        approvedRevision: incident.revision,
        comment: command.approvalComment,
        answer: command.answer ?? null,
        signature: signature === null ? null : { signerGuid: actor.userGuid, name: signature, drawing },
      },
    },
  ];
}
