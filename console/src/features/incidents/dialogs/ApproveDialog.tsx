import { useQuery } from '@tanstack/react-query';
import { IconLockCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { CHANGED_SINCE_REVIEW, commandTexts, eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { approveRequest } from '@plimsoll/contracts/incidents/requests';
import { attachmentsQuery } from '../../attachments/public/attachments-query.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { SignatureField, TextArea } from '../../../ui/inputs/TextField.tsx';
import { approveIncident } from '../api.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

/** Approves and locks an incident at the revision that the user has seen. */
export function ApproveDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const { organization } = useStarted();
  const awaited = useQuery(attachmentsQuery(organization.guid, incident.eventId)).data?.awaited ?? [];
  const form = useIncidentForm(incident, useCommand(approveIncident), approveRequest, {
    start: { approvalComment: '', signature: '' },
    bodyOf: (fields) => ({
      approvalComment: fields.approvalComment.trim() || null,
      signature: fields.signature.trim() || null,
    }),
    done: () => `Event ${incident.number} was approved`,
    onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={commandTexts.approve(incident.number)}
      refused={`Event ${incident.number} was not approved`}
      text={
        <>
          {incident.heading}. You are approving revision {incident.revision}. It is then locked until someone with the
          right to do so reopens it.
        </>
      }
      icon={<IconLockCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      {incident.changedSinceReview && (
        <Banner
          tone="warning"
          action={
            <Link to={incidentsPaths.eventHistory(incident.eventId)} onClick={onClose}>
              See what changed
            </Link>
          }
        >
          {CHANGED_SINCE_REVIEW}
        </Banner>
      )}
      {awaited.length > 0 && (
        <Banner tone="warning">
          An approved event takes no more files. These were announced and are not here yet:{' '}
          {awaited.map(({ name }) => name).join(', ')}.
        </Banner>
      )}
      <TextArea label="Approval comment" optional {...form.typed('approvalComment')} />
      <SignatureField label={eventFieldTexts.signature} optional {...form.typed('signature')} />
    </CommandDialog>
  );
}
