import { IconCornerUpLeft, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { TextArea } from '../../../ui/TextField.tsx';
import { CommandDialog } from './CommandDialog.tsx';
import { useCommandForm } from './use-command-form.ts';

/** Sends an event one step back, saying why. */
export function ReturnDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const [comment, setComment] = useState('');
  const to = incident.state === 'APPROVAL_REQUESTED' ? incident.reviewer : incident.reporter;
  const form = useCommandForm({
    incident,
    faults: comment.trim() ? [] : [{ field: 'comment', message: 'Say why it comes back' }],
    body: () => ({ command: 'return', body: { comment: comment.trim() } }),
    doneWords: `Event ${incident.number} was returned${to ? ` to ${to.name}` : ''}`,
    onDone: onClose,
  });
  return (
    <CommandDialog incident={incident} form={form} title={`Return event ${incident.number}`} text={to && `It goes back to ${to.name}, with your comment.`} icon={<IconCornerUpLeft size={20} aria-hidden />} onClose={onClose}>
      <TextArea name="comment" label="What has to change" value={comment} onChange={({ target }) => setComment(target.value)} error={form.errorOf('comment')} />
    </CommandDialog>
  );
}

/** Unlocks an approved event, saying why. */
export function ReopenDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const form = useCommandForm({
    incident,
    faults: reason.trim() ? [] : [{ field: 'reason', message: 'Say why it is reopened' }],
    body: () => ({ command: 'reopen', body: { reason: reason.trim() } }),
    doneWords: `Event ${incident.number} was reopened`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={`Reopen event ${incident.number}`}
      text={`It starts again at Reported and needs a new review and approval. Revision ${incident.approvedRevision ?? incident.revision}, as it was approved, stays readable.`}
      icon={<IconLockOpen size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea name="reason" label="Reason" value={reason} onChange={({ target }) => setReason(target.value)} error={form.errorOf('reason')} />
    </CommandDialog>
  );
}
