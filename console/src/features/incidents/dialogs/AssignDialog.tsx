import { useQuery } from '@tanstack/react-query';
import { IconEye, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { textOf } from '@plimsoll/contracts/errors';
import { useStarted } from '../../../lib/startup.ts';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import { FindField } from '../../../ui/FindField.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { membersQuery } from '../api.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useCommandForm } from './use-command-form.ts';

const kinds = {
  'request-review': { field: 'reviewerGuid', holds: 'REVIEW_EVENTS', self: 'ASSIGN_SELF_EVENT_REVIEW', missing: 'MissingAssignedReviewer', label: 'Reviewer', purpose: 'review', icon: IconEye },
  'request-approval': { field: 'approverGuid', holds: 'APPROVE_EVENTS', self: 'ASSIGN_SELF_EVENT_APPROVE', missing: 'MissingAssignedApprover', label: 'Approver', purpose: 'approval', icon: IconSignature },
} as const;

/** Names the person who reviews or approves; when one is named already, passes it on to another. */
export function AssignDialog({ incident, command, onClose }: { incident: IncidentDetail; command: 'request-review' | 'request-approval'; onClose: () => void }) {
  const { organization, user, permissions } = useStarted();
  const { field, holds, self, missing, label, purpose, icon: Icon } = kinds[command];
  const holder = command === 'request-review' ? incident.reviewer : incident.approver;
  const isReassigning = incident.state === (command === 'request-review' ? 'REVIEW_REQUESTED' : 'APPROVAL_REQUESTED');
  const members = useQuery(membersQuery(organization.guid, { permission: holds }));
  const [guid, setGuid] = useState('');
  const offered = (members.data?.items ?? [])
    .map(({ userAccount }) => userAccount)
    .filter((person) => (person.guid !== user.guid || permissions.has(self)) && !(isReassigning && person.guid === holder?.userGuid));
  const named = offered.find((person) => person.guid === guid);
  const form = useCommandForm({
    incident,
    faults: guid ? [] : [{ field, message: textOf(missing) }],
    body: () => (command === 'request-review' ? { command, body: { reviewerGuid: guid } } : { command, body: { approverGuid: guid } }),
    doneWords: `Event ${incident.number} was sent to ${named?.guid === user.guid ? 'you' : named?.name} for ${purpose}`,
    onDone: onClose,
  });
  const options = offered.map((person) => ({ value: person.guid, label: person.guid === user.guid ? `${person.name} (you)` : person.name, hint: person.primaryEmailAddress }));
  const words = { name: field, label, error: form.errorOf(field), value: guid, onChange: setGuid, options };
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={isReassigning ? `Reassign event ${incident.number}` : `Send event ${incident.number} to ${purpose}`}
      text={isReassigning && holder ? `${holder.userGuid === user.guid ? 'You hold' : `${holder.name} holds`} it now.` : `${textOf(missing)}. They are told at once.`}
      icon={<Icon size={20} aria-hidden />}
      onClose={onClose}
    >
      <QueryView query={members}>
        {() => {
          if (options.length === 0) return <p>Nobody else in {organization.name} may do this. An administrator can give the permission.</p>;
          return options.length <= 6 ? <ChoiceField {...words} value={guid || null} /> : <FindField {...words} />;
        }}
      </QueryView>
    </CommandDialog>
  );
}
