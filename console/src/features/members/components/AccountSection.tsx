import type { UserPermission } from '@plimsoll/contracts/identity/user';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { useCommand } from '../../../lib/api/command.ts';
import { Switches, type SwitchOption } from '../../../components/Switches.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { changeMembership } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';

const accountSwitches: readonly SwitchOption<UserPermission>[] = [
  { code: 'managePassword', label: 'Password', hint: 'Changing it, and a mail that resets it' },
  { code: 'managePersonalInformation', label: 'Name and addresses', hint: 'Full name, username and email addresses' },
  { code: 'manageProfilePhoto', label: 'Photo', hint: 'Choosing one, and removing it' },
];

/**
 * Switches for what a member may change of their own account. For admins, if the organization has verified the domain
 * of the member's primary address.
 */
export function AccountSection({
  member,
  userPermissions,
}: {
  member: Membership;
  userPermissions: NonNullable<Membership['userPermissions']>;
}) {
  const { userAccount, organizationGuid: orgGuid, revision } = member;
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships');
  const { name, guid: userGuid } = userAccount;
  return (
    <Section title="May change of their account">
      <Switches
        switches={accountSwitches}
        isOn={(code) => userPermissions[code]}
        send={(code, isEnabled, key) =>
          send({
            asked: { params: { orgGuid, userGuid }, body: { userPermissions: { [code]: isEnabled } } },
            key,
            revision,
          }).catch(refetchOnConflict)
        }
        done={(label, isEnabled) =>
          `${label}: ${name} ${isEnabled ? 'may change it again' : 'may not change it any more'}`
        }
        refused={(label) => `${label}: nothing was changed for ${name}`}
      />
    </Section>
  );
}
