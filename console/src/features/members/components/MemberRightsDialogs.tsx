import { IconUserShield } from '@tabler/icons-react';
import { changeMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import type { Permission } from '../../../lib/session/permissions.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { changeMembership } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { PermissionChoices } from './PermissionChoices.tsx';
import { permissionsOf } from '../rights.ts';
import { RightsChange } from './RightsChange.tsx';
import css from './Rights.module.css';
import type { MemberDialogProps } from './RoleDialog.tsx';

interface RightsDialogProps extends MemberDialogProps {
  /** Permissions that the member's role gives. */
  rolePermissions: ReadonlySet<Permission>;
}

/** Dialog that gives a member their own permissions, replacing those of their role. */
export function MemberRightsDialog({ member, rolePermissions, onClose }: RightsDialogProps) {
  const { userAccount, organizationGuid: orgGuid, revision } = member;
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships', 'listUserGroups');
  const before = permissionsOf(member);
  const form = useDialogForm(changeMembershipRequest, {
    start: { permissions: [...before] },
    bodyOf: ({ permissions }) => ({ permissions }),
    place: (field) => (field.startsWith('permissions') ? 'permissions' : field),
    send: (body, key) =>
      send({ asked: { params: { orgGuid, userGuid: userAccount.guid }, body }, key, revision }).catch(
        refetchOnConflict,
      ),
    onDone: () => {
      showAlert({ type: 'success', title: `${userAccount.name} has rights of their own now` });
      onClose();
    },
  });
  const chosen = useChosen(form, 'permissions');
  return (
    <FormDialog
      form={form}
      refused={`The rights of ${userAccount.name} were not changed`}
      title="Change rights"
      text={`What is chosen here holds for ${userAccount.name} alone, whatever their role gives from then on.`}
      icon={<IconUserShield size={20} aria-hidden />}
      onClose={onClose}
    >
      <PermissionChoices {...chosen} defaults={rolePermissions} mark="Not as the role" />
      <RightsChange before={before} after={new Set(chosen.value)} member={userAccount} />
    </FormDialog>
  );
}

/** Dialog that removes a member's own permissions, so that those of their role apply again. */
export function RightsOfRoleDialog({ member, rolePermissions, onClose }: RightsDialogProps) {
  const { userAccount, organizationGuid: orgGuid, revision } = member;
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships', 'listUserGroups');
  return (
    <RemovalDialog
      title="Take back own rights"
      text={
        <div className={css.choices}>
          <p>What {userAccount.name} may do then follows from their role.</p>
          <RightsChange before={permissionsOf(member)} after={rolePermissions} member={userAccount} />
        </div>
      }
      refused={`The rights of ${userAccount.name} were not changed`}
      done={`${userAccount.name} has the rights of their role now`}
      send={(key) =>
        send({
          asked: { params: { orgGuid, userGuid: userAccount.guid }, body: { permissions: null } },
          key,
          revision,
        }).catch(refetchOnConflict)
      }
      onClose={onClose}
    />
  );
}
