import { useQuery } from '@tanstack/react-query';
import { IconLockCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { CHANGED_SINCE_REVIEW, commandTexts, eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { notYourNameText, reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { approveRequest } from '@plimsoll/contracts/incidents/requests';
import { isSignedBy } from '@plimsoll/contracts/incidents/signature';
import { SmallEventFiles } from '../../attachments/public/EventFiles.tsx';
import { attachmentsQuery } from '../../attachments/public/attachments-query.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { approveIncident } from '../api.ts';
import type { SignatureFieldAnswer } from '../form/fields/questions.ts';
import { SignatureQuestion } from '../form/fields/SignatureQuestion.tsx';
import { useAnswerLabels } from './answer-field.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

const OWN_NAME = 'Your name is your signature. Without it, you approve without one.';

/** Only the user's own name signs, and a drawing needs it. */
function signatureErrors(signature: SignatureFieldAnswer | null, name: string): FormError[] {
  if (!signature || isSignedBy(signature.name, name)) return [];
  if (signature.name.trim()) return [{ field: 'signature', message: notYourNameText(name) }];
  return signature.drawing ? [{ field: 'signature', message: reportTexts.drawnWithoutName }] : [];
}

/** Approves and locks an incident at the revision that the user has seen. */
export function ApproveDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const { organization, user } = useStarted();
  const answerLabels = useAnswerLabels(incident);
  const awaited = useQuery(attachmentsQuery(organization.guid, incident.eventId)).data?.awaited ?? [];
  const form = useIncidentForm(incident, useCommand(approveIncident), approveRequest, {
    start: { approvalComment: '', answer: '', signature: { name: user.name } as SignatureFieldAnswer | null },
    bodyOf: ({ approvalComment, answer, signature }) => ({
      approvalComment: approvalComment.trim() || null,
      ...(answerLabels && { answer: answer.trim() || null }),
      signature: signature?.name.trim() || null,
      signatureDrawing: signature?.drawing ?? null,
    }),
    check: ({ signature }) => signatureErrors(signature, user.name),
    done: () => `Event ${incident.number} was approved`,
    onClose,
  });
  const { name, value, onChange, onBlur, error } = useChosen(form, 'signature');
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
      <SmallEventFiles organizationGuid={organization.guid} incident={incident} />
      <TextArea label="Approval comment" optional {...form.typed('approvalComment')} />
      {answerLabels && <TextArea {...answerLabels} optional {...form.typed('answer')} />}
      <SignatureQuestion
        words={{ label: eventFieldTexts.signature, name, error, optional: true, hint: OWN_NAME }}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
      />
    </CommandDialog>
  );
}
