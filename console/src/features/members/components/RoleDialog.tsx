import { IconUserShield } from '@tabler/icons-react';
import { createdAccessKinds } from '@plimsoll/contracts/members/created-access';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import {
  changeMembershipRequest,
  type ChangeMembershipRequest,
  type UserGroupAnswer,
} from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { changeMembership } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { permissionsWithRole, permissionsOf } from '../rights.ts';
import { RightsChange } from './RightsChange.tsx';
import { RoleField } from './RoleFields.tsx';
import { CreatedAccessChoice } from './CreatedAccess.tsx';
import { RETAINED_AFTER_DEMOTION, groupsOf, roleFieldOf, roleOfMember, roleLabels, type Role } from '../role-labels.ts';

export interface MemberDialogProps {
  member: Membership;
  onClose: () => void;
}

const sorted = (names: readonly string[]) => [...names].sort().join();

/** Only the fields that change. */
function changedFields(
  { isAdmin, userGroupNames, ownPermissions }: Membership,
  role: Role,
  byRole: boolean,
): ChangeMembershipRequest {
  const groups = role === 'ADMIN' ? userGroupNames : groupsOf[role];
  return {
    ...(isAdmin !== (role === 'ADMIN') && { isAdmin: role === 'ADMIN' }),
    ...(sorted(groups) !== sorted(userGroupNames) && { organizationUserGroups: [...groups] }),
    ...(ownPermissions && byRole && { permissions: null }),
  };
}

const isDemotion = ({ isAdmin }: Membership, role: Role): boolean => isAdmin && role !== 'ADMIN';

/** Dialog that sets a member's role and shows which permissions that gives and takes. */
export function RoleDialog({
  member,
  groups,
  offered,
  onClose,
}: MemberDialogProps & { groups: readonly UserGroupAnswer[]; offered: readonly Role[] }) {
  const { userAccount, ownPermissions, organizationGuid: orgGuid, revision } = member;
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships', 'listUserGroups');
  const form = useDialogForm(changeMembershipRequest, {
    start: { role: roleOfMember(member), byRole: ownPermissions !== null, revoke: [...createdAccessKinds] },
    bodyOf: ({ role, byRole, revoke }) => ({
      ...changedFields(member, role, byRole),
      ...(isDemotion(member, role) && { revoke }),
    }),
    place: roleFieldOf,
    send: (body, key) =>
      send({ asked: { params: { orgGuid, userGuid: userAccount.guid }, body }, key, revision })
        .catch(refetchOnConflict)
        .catch(refuseAtField('LastAdminCannotBeRemoved', 'role')),
    onDone: (now) => {
      showAlert({ type: 'success', title: `${userAccount.name} is ${roleLabels[roleOfMember(now)].within} now` });
      onClose();
    },
  });
  const { role, byRole } = form.controls.watch();
  const revoke = useChosen(form, 'revoke');
  return (
    <FormDialog
      form={form}
      refused={`The role of ${userAccount.name} was not changed`}
      title="Change role"
      text={`${userAccount.name} is ${roleLabels[roleOfMember(member)].within}.`}
      icon={<IconUserShield size={20} aria-hidden />}
      onClose={onClose}
    >
      <RoleField offered={offered} {...useChosen(form, 'role')} />
      {ownPermissions && role !== 'ADMIN' && (
        <CheckboxField
          label="With the rights of the role"
          hint="in place of those that were given to them alone"
          {...form.controls.register('byRole')}
        />
      )}
      {isDemotion(member, role) && (
        <CreatedAccessChoice
          organizationGuid={orgGuid}
          userGuid={userAccount.guid}
          name={userAccount.name}
          retention={RETAINED_AFTER_DEMOTION}
          value={revoke.value}
          onChange={revoke.onChange}
        />
      )}
      <RightsChange
        before={permissionsOf(member)}
        after={permissionsWithRole(role, byRole ? null : ownPermissions, groups)}
        member={userAccount}
      />
    </FormDialog>
  );
}
