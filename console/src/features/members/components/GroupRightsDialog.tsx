import { useQuery } from '@tanstack/react-query';
import { IconRestore, IconUserShield } from '@tabler/icons-react';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import { changeUserGroupRequest, type UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { differing } from '@plimsoll/contracts/permissions/permissions';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { changeUserGroup, membersQuery } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { PermissionChoices } from './PermissionChoices.tsx';
import { useGranter } from '../rights.ts';
import { RightsChange } from './RightsChange.tsx';

const groupLabels: Readonly<Record<UserGroup, string>> = { Manager: 'managers', Standard: 'standard members' };

/** Dialog that changes the permissions of a user group. */
export function GroupRightsDialog({
  group: { name, permissions, shippedPermissions, revision },
  onClose,
}: {
  group: UserGroupAnswer;
  onClose: () => void;
}) {
  const { organization } = useStarted();
  const { send } = useCommand(changeUserGroup);
  const refetchOnConflict = useRefetchOnConflict('listUserGroups');
  const granter = useGranter();
  const members = useQuery(membersQuery(organization.guid)).data?.items;
  const affected = members?.filter(
    ({ isAdmin, userGroupNames, ownPermissions }) =>
      !isAdmin && ownPermissions === null && userGroupNames.includes(name),
  ).length;
  const [before, shipped] = [new Set(permissions), new Set(shippedPermissions)];
  const form = useDialogForm(changeUserGroupRequest, {
    start: { permissions: [...permissions] },
    bodyOf: (fields) => fields,
    place: (field) => (field.startsWith('permissions') ? 'permissions' : field),
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, name }, body }, key, revision }).catch(refetchOnConflict),
    onDone: () => {
      showAlert({ type: 'success', title: `What ${groupLabels[name]} may do was changed` });
      onClose();
    },
  });
  const chosen = useChosen(form, 'permissions');
  const after = new Set(chosen.value);
  const isAsShipped = differing(after, shipped).length === 0;
  return (
    <FormDialog
      form={form}
      refused={`What ${groupLabels[name]} may do was not changed`}
      title={`Change ${groupLabels[name]}`}
      text={
        affected === undefined
          ? undefined
          : `${affected === 1 ? '1 person has' : `${affected.toLocaleString('en-CA')} people have`} these rights. Administrators, and whoever has rights of their own, are not touched.`
      }
      icon={<IconUserShield size={20} aria-hidden />}
      onClose={onClose}
    >
      {!isAsShipped && granter.mayTurn(after, shipped) && (
        <Button
          leading={<IconRestore size={20} aria-hidden />}
          onClick={() => chosen.onChange([...shippedPermissions])}
        >
          As shipped
        </Button>
      )}
      <PermissionChoices {...chosen} defaults={shipped} mark="Changed" />
      <RightsChange before={before} after={after} member={null} />
    </FormDialog>
  );
}
