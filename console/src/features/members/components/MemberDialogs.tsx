import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createdAccessKinds, type CreatedAccessKind } from '@plimsoll/contracts/members/created-access';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { changeMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { memberIndustriesRequest, type SectorAndIndustries } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoicesField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { changeMembership, organizationIndustriesQuery, removeMember, setMemberIndustries } from '../api.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { CreatedAccessChoice } from './CreatedAccess.tsx';
import { GroupField } from './RoleFields.tsx';
import css from './Rights.module.css';
import { RETAINED_AFTER_DEMOTION } from '../role-labels.ts';
import type { MemberDialogProps } from './RoleDialog.tsx';
import { roleLabels, type Role } from '../role-labels.ts';
import { WaitingEvents } from './WaitingEvents.tsx';

/** Dialog that sets a member's reporting group. */
export function ReportingGroupDialog({ member, onClose }: MemberDialogProps) {
  const { userAccount, organizationGuid: orgGuid, revision } = member;
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships');
  const form = useDialogForm(changeMembershipRequest, {
    start: { reportingGroupGuid: member.reportingGroupGuid ?? '' },
    bodyOf: ({ reportingGroupGuid }) => ({ reportingGroupGuid: reportingGroupGuid || null }),
    send: (body, key) =>
      send({ asked: { params: { orgGuid, userGuid: userAccount.guid }, body }, key, revision }).catch(
        refetchOnConflict,
      ),
    onDone: () => {
      showAlert({ type: 'success', title: `The reporting group of ${userAccount.name} was changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused={`The reporting group of ${userAccount.name} was not changed`}
      title="Change reporting group"
      text={`It is offered when ${userAccount.name} reports an event.`}
      onClose={onClose}
    >
      <GroupField {...useChosen(form, 'reportingGroupGuid')} />
    </FormDialog>
  );
}

const industriesIn = (sectors: readonly SectorAndIndustries[]) => sectors.flatMap(({ industries }) => industries);

/** Dialog that selects which of the organization's industries a member works in. */
export function IndustriesDialog({
  member,
  sectors,
  onClose,
}: MemberDialogProps & { sectors: readonly SectorAndIndustries[] }) {
  const { userAccount, organizationGuid: orgGuid } = member;
  const { send } = useCommand(setMemberIndustries);
  const refetchOnConflict = useRefetchOnConflict('getMemberIndustries', 'listMemberships');
  const query = useQuery(organizationIndustriesQuery(orgGuid));
  const own = industriesIn(sectors);
  const form = useDialogForm(memberIndustriesRequest, {
    start: { industryGuids: own.map(({ guid }) => guid) },
    bodyOf: (fields) => fields,
    place: (field) => (field.startsWith('industryGuids') ? 'industryGuids' : field),
    send: (body, key) =>
      send({ asked: { params: { orgGuid, userGuid: userAccount.guid }, body }, key }).catch(refetchOnConflict),
    onDone: () => {
      showAlert({ type: 'success', title: `The industries of ${userAccount.name} were changed` });
      onClose();
    },
  });
  const chosen = useChosen(form, 'industryGuids');
  return (
    <FormDialog
      form={form}
      refused={`The industries of ${userAccount.name} were not changed`}
      title="Change industries"
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ items }) => {
          const offered = [...industriesIn(items), ...own].filter(
            ({ guid }, place, all) => all.findIndex((each) => each.guid === guid) === place,
          );
          if (offered.length === 0) return <p>Your organization has not said in which industries it operates.</p>;
          return (
            <ChoicesField
              label="Industries"
              options={offered.map(({ guid, title, sectorTitle }) => ({
                value: guid,
                label: title,
                hint: sectorTitle,
              }))}
              {...chosen}
            />
          );
        }}
      </QueryView>
    </FormDialog>
  );
}

/** Dialog by which admins give up their own admin role. The server refuses it for the last admin. */
export function StepDownDialog({ member, nextRole, onClose }: MemberDialogProps & { nextRole: Role }) {
  const { userAccount, organizationGuid: orgGuid, revision } = member;
  const { organization } = useStarted();
  const { send } = useCommand(changeMembership);
  const refetchOnConflict = useRefetchOnConflict('listMemberships');
  const [revoke, setRevoke] = useState<readonly CreatedAccessKind[]>(createdAccessKinds);
  return (
    <RemovalDialog
      title="Lay down administration"
      text={
        <div className={css.choices}>
          <p>
            {`You are then ${roleLabels[nextRole].within} in ${organization.name}. Another administrator has to make you one again.`}
          </p>
          <CreatedAccessChoice
            organizationGuid={orgGuid}
            userGuid={userAccount.guid}
            name="You"
            retention={RETAINED_AFTER_DEMOTION}
            value={revoke}
            onChange={setRevoke}
          />
        </div>
      }
      refused="You are still an administrator"
      done={`You are ${roleLabels[nextRole].within} now`}
      send={(key) =>
        send({
          asked: { params: { orgGuid, userGuid: userAccount.guid }, body: { isAdmin: false, revoke: [...revoke] } },
          key,
          revision,
        }).catch(refetchOnConflict)
      }
      onClose={onClose}
    />
  );
}

interface EndDialogProps {
  member: Membership;
  onDone: () => void;
  onClose: () => void;
}

/** Dialog that removes a member, or leaves the organization. Lists the events that wait for the member. */
export function EndMembershipDialog({
  member: { userAccount, organizationGuid: orgGuid, revision },
  onDone,
  onClose,
}: EndDialogProps) {
  const { organization, user } = useStarted();
  const { send } = useCommand(removeMember);
  const refetchOnConflict = useRefetchOnConflict('listMemberships');
  const [revoke, setRevoke] = useState<readonly CreatedAccessKind[]>(createdAccessKinds);
  const isOwn = userAccount.guid === user.guid;
  const { name } = userAccount;
  const keep = createdAccessKinds.filter((kind) => !revoke.includes(kind));
  return (
    <RemovalDialog
      title={isOwn ? `Leave ${organization.name}` : `Remove ${name}`}
      text={
        <div className={css.choices}>
          <p>
            {isOwn
              ? `You see nothing of ${organization.name} any more. Your account and your other organizations are left as they are.`
              : `${name} sees nothing of ${organization.name} any more, from their next click on, and a mail tells them. Their account is left as it is.`}
          </p>
          <WaitingEvents userGuid={userAccount.guid} name={isOwn ? 'you' : name} />
          <CreatedAccessChoice
            organizationGuid={orgGuid}
            userGuid={userAccount.guid}
            name={isOwn ? 'You' : name}
            retention={
              isOwn || !organization.isAdmin
                ? 'What you leave unchecked keeps working. Another administrator becomes its owner.'
                : 'What you leave unchecked keeps working. You become its owner.'
            }
            value={revoke}
            onChange={setRevoke}
          />
        </div>
      }
      refused={isOwn ? `You did not leave ${organization.name}` : `${name} was not removed`}
      done={isOwn ? `You left ${organization.name}` : `${name} was removed`}
      send={(key) =>
        send({
          asked: {
            params: { orgGuid, userGuid: userAccount.guid },
            query: keep.length > 0 ? { keep: keep.join() } : {},
          },
          key,
          revision,
        }).catch(refetchOnConflict)
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}
