import { IconLockCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { paths } from '../../../lib/paths.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { SignatureField, TextArea } from '../../../ui/TextField.tsx';
import { CommandDialog } from './CommandDialog.tsx';
import { useCommandForm } from './use-command-form.ts';

/** Approves and locks an event, naming the revision that is approved. */
export function ApproveDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const [comment, setComment] = useState('');
  const [signature, setSignature] = useState('');
  const form = useCommandForm({
    incident,
    faults: signature.trim().length > 200 ? [{ field: 'signature', message: 'At most 200 characters' }] : [],
    body: () => ({ command: 'approve', body: { approvalComment: comment.trim() || null, signature: signature.trim() || null } }),
    doneWords: `Event ${incident.number} was approved`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={`Approve event ${incident.number}`}
      text={
        <>
          {incident.heading}. You approve revision {incident.revision}; after that nobody can change it.
        </>
      }
      icon={<IconLockCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      {incident.changedSinceReview && (
        <Banner
          tone="warning"
          action={
            <Link to={paths.eventHistory(incident.eventId)} onClick={onClose}>
              See what changed
            </Link>
          }
        >
          Changed since the review
        </Banner>
      )}
      <TextArea name="approvalComment" label="Approval comment" optional value={comment} onChange={({ target }) => setComment(target.value)} error={form.errorOf('approvalComment')} />
      <SignatureField name="signature" label="Signature" hint="Type your name to sign." optional value={signature} onChange={({ target }) => setSignature(target.value)} error={form.errorOf('signature')} />
    </CommandDialog>
  );
}
