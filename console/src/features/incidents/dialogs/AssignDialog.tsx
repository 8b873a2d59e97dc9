import { useQuery } from '@tanstack/react-query';
import { IconEye, IconSignature } from '@tabler/icons-react';
import type { FieldValues } from 'react-hook-form';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { requestApprovalRequest, requestReviewRequest } from '@plimsoll/contracts/incidents/requests';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import type { DialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { requestApproval, requestReview } from '../api.ts';
import { commandTitle } from '../record/next-actions.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

const kinds = {
  review: {
    state: 'REVIEW_REQUESTED',
    holds: 'REVIEW_EVENTS',
    self: 'ASSIGN_SELF_EVENT_REVIEW',
    missing: 'MissingAssignedReviewer',
    icon: IconEye,
  },
  approval: {
    state: 'APPROVAL_REQUESTED',
    holds: 'APPROVE_EVENTS',
    self: 'ASSIGN_SELF_EVENT_APPROVE',
    missing: 'MissingAssignedApprover',
    icon: IconSignature,
  },
} as const;

interface AssignDialogProps {
  incident: IncidentDetail;
  onClose: () => void;
}

/** The members an incident can be assigned to, and its current holder. */
function useAssignees(incident: IncidentDetail, purpose: keyof typeof kinds) {
  const { organization, user, permissions } = useStarted();
  const { state, holds, self } = kinds[purpose];
  const holder = incident.state === state ? (purpose === 'review' ? incident.reviewer : incident.approver) : null;
  const members = useQuery(membersQuery(organization.guid, { permission: holds }));
  const offered = (members.data?.items ?? [])
    .map(({ userAccount }) => userAccount)
    .filter((person) => (person.guid !== user.guid || permissions.has(self)) && person.guid !== holder?.userGuid);
  const nameOf = (guid: string) => (guid === user.guid ? 'you' : offered.find((person) => person.guid === guid)?.name);
  return {
    purpose,
    holder,
    members,
    offered,
    done: (guid: string) => `Event ${incident.number} was sent to ${nameOf(guid)} for ${purpose}`,
  };
}

/** Assigns a reviewer, or another one if there is one already. */
export function ReviewerDialog({ incident, onClose }: AssignDialogProps) {
  const assignees = useAssignees(incident, 'review');
  const form = useIncidentForm(incident, useCommand(requestReview), requestReviewRequest, {
    start: { reviewerGuid: '' },
    bodyOf: (fields) => fields,
    check: ({ reviewerGuid }) =>
      reviewerGuid ? [] : [{ field: 'reviewerGuid', message: textOf('MissingAssignedReviewer') }],
    done: ({ reviewerGuid }) => assignees.done(reviewerGuid),
    onClose,
  });
  return (
    <AssignDialog
      incident={incident}
      form={form}
      label={eventFieldTexts.reviewer}
      field={useChosen(form, 'reviewerGuid')}
      assignees={assignees}
      onClose={onClose}
    />
  );
}

/** Assigns an approver, or another one if there is one already. */
export function ApproverDialog({ incident, onClose }: AssignDialogProps) {
  const assignees = useAssignees(incident, 'approval');
  const form = useIncidentForm(incident, useCommand(requestApproval), requestApprovalRequest, {
    start: { approverGuid: '' },
    bodyOf: (fields) => fields,
    check: ({ approverGuid }) =>
      approverGuid ? [] : [{ field: 'approverGuid', message: textOf('MissingAssignedApprover') }],
    done: ({ approverGuid }) => assignees.done(approverGuid),
    onClose,
  });
  return (
    <AssignDialog
      incident={incident}
      form={form}
      label={eventFieldTexts.approver}
      field={useChosen(form, 'approverGuid')}
      assignees={assignees}
      onClose={onClose}
    />
  );
}

interface DialogOfOneProps<Fields extends FieldValues> extends AssignDialogProps {
  form: DialogForm<Fields>;
  label: string;
  field: { name: string; value: string; onChange: (guid: string) => void; error: string | undefined };
  assignees: ReturnType<typeof useAssignees>;
}

function AssignDialog<Fields extends FieldValues>({
  incident,
  form,
  label,
  field,
  assignees: { purpose, holder, members, offered },
  onClose,
}: DialogOfOneProps<Fields>) {
  const { organization, user } = useStarted();
  const { missing, icon: Icon } = kinds[purpose];
  const options = offered.map((person) => ({
    value: person.guid,
    label: person.guid === user.guid ? `${person.name} (you)` : person.name,
    hint: readableAddress(person.primaryEmailAddress),
  }));
  return (
    <CommandDialog
      incident={incident}
      form={form}
      refused={`Event ${incident.number} was not sent for ${purpose}`}
      title={commandTitle(`request-${purpose}`, incident)}
      text={
        holder
          ? `It is with ${holder.userGuid === user.guid ? 'you' : nameWithin(holder.name)} now.`
          : `${textOf(missing)}. It then appears among their tasks.`
      }
      icon={<Icon size={20} aria-hidden />}
      onClose={onClose}
    >
      <QueryView query={members}>
        {() => {
          if (options.length === 0) return <p>Nobody else in {organization.name} has permission to do this.</p>;
          return options.length <= 6 ? (
            <ChoiceField label={label} options={options} {...field} value={field.value || null} />
          ) : (
            <FindField label={label} options={options} {...field} />
          );
        }}
      </QueryView>
    </CommandDialog>
  );
}
