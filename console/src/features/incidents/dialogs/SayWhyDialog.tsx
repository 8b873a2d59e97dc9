import { IconCornerUpLeft, IconLockOpen } from '@tabler/icons-react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { commandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { reopenRequest, returnRequest } from '@plimsoll/contracts/incidents/requests';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { useCommand } from '../../../lib/api/command.ts';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { reopenIncident, returnIncident } from '../api.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

/** Returns an incident by one step, with a comment. */
export function ReturnDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const to = incident.state === 'APPROVAL_REQUESTED' ? incident.reviewer : incident.reporter;
  const form = useIncidentForm(incident, useCommand(returnIncident), returnRequest, {
    start: { comment: '' },
    bodyOf: ({ comment }) => ({ comment: comment.trim() }),
    check: ({ comment }) => (comment.trim() ? [] : [{ field: 'comment', message: fieldTexts.commentMissing }]),
    done: () => `Event ${incident.number} was returned${to ? ` to ${nameWithin(to.name)}` : ''}`,
    onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={commandTexts.return(incident.number)}
      refused={`Event ${incident.number} was not returned`}
      text={to && `It goes back to ${nameWithin(to.name)}, with your comment.`}
      icon={<IconCornerUpLeft size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="What must change" {...form.typed('comment')} />
    </CommandDialog>
  );
}

/** Unlocks an approved incident, with a reason. */
export function ReopenDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const form = useIncidentForm(incident, useCommand(reopenIncident), reopenRequest, {
    start: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => (reason.trim() ? [] : [{ field: 'reason', message: fieldTexts.reasonMissing }]),
    done: () => `Event ${incident.number} was reopened`,
    onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={commandTexts.reopen(incident.number)}
      refused={`Event ${incident.number} was not reopened`}
      text={`It goes back to Reported and needs a new review and approval. Revision ${incident.approvedRevision ?? incident.revision}, as it was approved, stays readable.`}
      icon={<IconLockOpen size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="Reason" {...form.typed('reason')} />
    </CommandDialog>
  );
}
