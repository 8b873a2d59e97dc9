import { useQuery } from '@tanstack/react-query';
import { IconUserCheck } from '@tabler/icons-react';
import {
  answerMembershipRequest,
  type MembershipRequest,
  type UserGroupAnswer,
} from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { answerRequest, userGroupsQuery } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { useGranter } from '../rights.ts';
import { GroupField, RoleField } from './RoleFields.tsx';
import { roleRequestFields, roleFieldOf, type Role } from '../role-labels.ts';

interface ApproveRequestDialogProps {
  request: MembershipRequest;
  onClose: () => void;
}

/**
 * Dialog that approves a request to join, with a role and a reporting group. Sent without a revision: if the request
 * was answered meanwhile, the server says so with an error of its own.
 */
export function ApproveRequestDialog(props: ApproveRequestDialogProps) {
  const { organization } = useStarted();
  const seesGroups = useMay('VIEW_ORGANIZATION_MEMBER_ROLES');
  const groups = useQuery({ ...userGroupsQuery(organization.guid), enabled: seesGroups });
  return seesGroups && groups.isPending ? null : <Dialog {...props} groups={groups.data?.items ?? []} />;
}

function Dialog({
  request: { userAccount },
  groups,
  onClose,
}: ApproveRequestDialogProps & { groups: readonly UserGroupAnswer[] }) {
  const { organization } = useStarted();
  const { send } = useCommand(answerRequest);
  const refetchOnConflict = useRefetchOnConflict('listMembershipRequests', 'listMemberships');
  const form = useDialogForm(answerMembershipRequest, {
    start: { role: 'STANDARD' as Role, reportingGroupGuid: '' },
    bodyOf: ({ role, reportingGroupGuid }) => ({
      status: 'APPROVED' as const,
      ...roleRequestFields(role),
      reportingGroupGuid: reportingGroupGuid || null,
    }),
    place: roleFieldOf,
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, userGuid: userAccount.guid }, body }, key }).catch(
        refetchOnConflict,
      ),
    onDone: () => {
      showAlert({ type: 'success', title: `${userAccount.name} belongs to ${organization.name} now` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused={`${userAccount.name} did not join`}
      title="Approve request"
      text={`${userAccount.name} joins ${organization.name}, and a mail tells them.`}
      icon={<IconUserCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <RoleField offered={useGranter().grantableRoles(groups)} {...useChosen(form, 'role')} />
      <GroupField {...useChosen(form, 'reportingGroupGuid')} />
    </FormDialog>
  );
}
