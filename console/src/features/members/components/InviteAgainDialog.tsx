import { useQuery } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { sendInvitationRequest, type Invitation, type UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { sendInvitation, userGroupsQuery } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { LINK_WORKS, NO_ACCOUNT_NEEDED } from '../invitation-labels.ts';
import { useGranter } from '../rights.ts';
import { GroupField, RoleField } from './RoleFields.tsx';
import { roleRequestFields, roleFieldOf, roleOf, type Role } from '../role-labels.ts';

interface InviteAgainDialogProps {
  /** The earlier invitation: its name, address and role are filled in. */
  again: Invitation;
  onClose: () => void;
}

/** Dialog that invites a person again. The draft is stored on this device until it is sent. */
export function InviteAgainDialog({ again, onClose }: InviteAgainDialogProps) {
  const { organization } = useStarted();
  const seesGroups = useMay('VIEW_ORGANIZATION_MEMBER_ROLES');
  const groups = useQuery({ ...userGroupsQuery(organization.guid), enabled: seesGroups });
  // Which roles may be given depends on the permissions of the groups.
  if (seesGroups && groups.isPending) return null;
  return (
    <DialogDraft name={`invite ${again.recipientEmailAddress}`}>
      <Dialog again={again} groups={groups.data?.items ?? []} onClose={onClose} />
    </DialogDraft>
  );
}

interface Fields {
  recipientName: string;
  recipientEmailAddress: string;
  role: Role;
  reportingGroupGuid: string;
}

const startOf = (again: Invitation, offered: readonly Role[]): Fields => {
  const role = roleOf({ isAdmin: again.isAdmin, groups: again.organizationUserGroups });
  return {
    recipientName: again.recipientName,
    recipientEmailAddress: readableAddress(again.recipientEmailAddress),
    role: offered.includes(role) ? role : 'STANDARD',
    reportingGroupGuid: again.reportingGroupGuid ?? '',
  };
};

function Dialog({ again, groups, onClose }: InviteAgainDialogProps & { groups: readonly UserGroupAnswer[] }) {
  const { organization } = useStarted();
  const offered = useGranter().grantableRoles(groups);
  const { send } = useCommand(sendInvitation);
  const refetchOnConflict = useRefetchOnConflict('listInvitations', 'listMemberships');
  const form = useDialogForm(sendInvitationRequest, {
    start: startOf(again, offered),
    bodyOf: ({ recipientName, recipientEmailAddress, role, reportingGroupGuid }) => ({
      organizationGuid: organization.guid,
      recipientName: recipientName.trim(),
      recipientEmailAddress: recipientEmailAddress.trim(),
      ...roleRequestFields(role),
      reportingGroupGuid: reportingGroupGuid || null,
    }),
    check: ({ recipientName, recipientEmailAddress }) => [
      ...(recipientName.trim() ? [] : [{ field: 'recipientName', message: fieldTexts.nameMissing }]),
      ...(recipientEmailAddress.trim() ? [] : [{ field: 'recipientEmailAddress', message: fieldTexts.emailMissing }]),
    ],
    place: roleFieldOf,
    send: (body, key) =>
      send({ asked: { body }, key })
        .catch(refetchOnConflict)
        .catch(refuseAtField('DuplicateMembership', 'recipientEmailAddress')),
    onDone: ({ recipientEmailAddress }) => {
      showAlert({
        type: 'success',
        title: `Invitation sent to ${readableAddress(recipientEmailAddress)}`,
        subtitle: LINK_WORKS,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="Nobody was invited"
      title={`Invite ${again.recipientName} again`}
      text={`We’ll email them a link to join ${organization.name}. ${NO_ACCOUNT_NEEDED}`}
      confirmLabel="Send the invitation"
      icon={<IconSend size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextField label="Full Name" autoComplete="off" {...form.typed('recipientName')} />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly
        {...form.typed('recipientEmailAddress')}
      />
      <RoleField offered={offered} {...useChosen(form, 'role')} />
      <GroupField {...useChosen(form, 'reportingGroupGuid')} />
    </FormDialog>
  );
}
