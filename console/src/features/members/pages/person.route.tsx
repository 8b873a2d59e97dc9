import { useQuery } from '@tanstack/react-query';
import { IconUserMinus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { guid } from '@plimsoll/contracts/kernel/values/ids';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { prefetching } from '../../../lib/api/loader.ts';
import { membersPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { Avatar } from '../../../ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { NotFoundState, Skeleton } from '../../../ui/feedback/States.tsx';
import { AccountSection } from '../components/AccountSection.tsx';
import { memberIndustriesQuery, memberQuery, userGroupsQuery } from '../api.ts';
import {
  EndMembershipDialog,
  IndustriesDialog,
  StepDownDialog,
  ReportingGroupDialog,
} from '../components/MemberDialogs.tsx';
import { MemberRightsDialog, RightsOfRoleDialog } from '../components/MemberRightsDialogs.tsx';
import { PermissionList } from '../components/PermissionList.tsx';
import { permissionsOfGroups, permissionsWithRole, permissionsOf, useGranter } from '../rights.ts';
import { RoleDialog } from '../components/RoleDialog.tsx';
import { OwnRights, useReportingGroups } from '../components/RoleFields.tsx';
import { roleOf, roleOfMember, roles, roleLabels, type Role } from '../role-labels.ts';

const isGuid = (value: string | undefined): value is string => guid.safeParse(value).success;

/** Prefetches the member while the chunk is loading. */
export const loader = prefetching(({ organization, permissions }, { params: { userGuid } }) =>
  isGuid(userGuid)
    ? [
        memberQuery(organization.guid, userGuid),
        ...(permissions.has('VIEW_ORGANIZATION_MEMBER_ROLES') ? [userGroupsQuery(organization.guid)] : []),
      ]
    : [],
);

const ToPeople = () => <ButtonLink to={membersPaths.people()}>All people</ButtonLink>;

/** A member of the organization: role, permissions and actions. */
export function Component() {
  const { userGuid } = useParams();
  return isGuid(userGuid) ? <Found key={userGuid} userGuid={userGuid} /> : <NotFoundState action={<ToPeople />} />;
}

function Found({ userGuid }: { userGuid: string }) {
  const { organization } = useStarted();
  const seesGroups = useMay('VIEW_ORGANIZATION_MEMBER_ROLES');
  const query = useQuery(memberQuery(organization.guid, userGuid));
  const groups = useQuery({ ...userGroupsQuery(organization.guid), enabled: seesGroups });
  return (
    <QueryView
      query={query}
      home={paths.home()}
      skeleton={<Skeleton widths={['38%', '92%', '92%', '92%', '24%', '92%']} />}
    >
      {({ items: [member] }) =>
        member ? (
          <Person member={member} groups={groups.data?.items ?? []} />
        ) : (
          <NotFoundState
            title={textOf('NotAMember')}
            text={`Whoever was removed, or left, is no longer among the people of ${organization.name}.`}
            action={<ToPeople />}
          />
        )
      }
    </QueryView>
  );
}

type PersonDialog = 'role' | 'lay down' | 'rights' | 'rights of role' | 'group' | 'industries' | 'end';

/** Roles that the current user may give to the member. Nobody may give or take permissions that they lack. */
function useRolesFor(member: Membership, groups: readonly UserGroupAnswer[]): Role[] {
  const granter = useGranter();
  if (groups.length === 0 || (member.isAdmin && !granter.isAdmin)) return [];
  return roles.filter(
    (role) =>
      role === roleOfMember(member) ||
      (role === 'ADMIN'
        ? granter.isAdmin
        : granter.mayTurn(permissionsOf(member), permissionsWithRole(role, null, groups)) ||
          granter.mayTurn(permissionsOf(member), permissionsWithRole(role, member.ownPermissions, groups))),
  );
}

function Person({ member, groups }: { member: Membership; groups: readonly UserGroupAnswer[] }) {
  const { organization, user } = useStarted();
  const navigate = useNavigate();
  const granter = useGranter();
  const [dialog, setDialog] = useState<PersonDialog | null>(null);
  const { userAccount, isAdmin, ownPermissions, photo } = member;
  const isOwn = userAccount.guid === user.guid;
  const seesRoles = useMay('VIEW_ORGANIZATION_MEMBER_ROLES') || isOwn;
  const maySetRoles = useMay('UPDATE_ORGANIZATION_MEMBER_ROLES') && !isOwn && (!isAdmin || granter.isAdmin);
  const mayUpdate = useMay('UPDATE_ORGANIZATION_MEMBER');
  const mayRemove = (useMay('REMOVE_ORGANIZATION_MEMBERS') && (!isAdmin || granter.isAdmin)) || isOwn;
  const offered = useRolesFor(member, groups);
  const reportingGroups = useReportingGroups();
  const role = roleOfMember(member);
  const nextRole = roleOf({ isAdmin: false, groups: member.userGroupNames });
  const rolePermissions = permissionsOfGroups(member.userGroupNames, groups);
  const close = () => setDialog(null);
  const dialogButton = (what: PersonDialog, label: string, variant?: 'quiet') => (
    <Button variant={variant} onClick={() => setDialog(what)}>
      {label}
    </Button>
  );

  return (
    <>
      <PageHeader
        crumbs={[{ label: 'People', to: membersPaths.people() }, { label: userAccount.name }]}
        title={userAccount.name}
        meta={[readableAddress(userAccount.primaryEmailAddress), isOwn && 'You'].filter(Boolean).join(' · ')}
      />
      <Stack>
        <Section title={`In ${organization.name}`}>
          <RowList label="Membership">
            {seesRoles && (
              <Row
                picture={<Avatar name={userAccount.name} photo={photo} large strong />}
                over="Role"
                title={roleLabels[role].label}
                badge={!isAdmin && ownPermissions && <OwnRights />}
                under={!isAdmin && ownPermissions ? 'What they may do was given to them alone.' : roleLabels[role].hint}
                actions={
                  isOwn
                    ? isAdmin && dialogButton('lay down', 'Lay down administration…')
                    : maySetRoles && offered.length > 1 && dialogButton('role', 'Change role…')
                }
              />
            )}
            {(reportingGroups.length > 0 || member.reportingGroupGuid) && (
              <Row
                over="Reporting group"
                title={reportingGroups.find((each) => each.guid === member.reportingGroupGuid)?.name ?? 'None'}
                actions={mayUpdate && reportingGroups.length > 0 && dialogButton('group', 'Change reporting group…')}
              />
            )}
            {(isOwn || mayUpdate) && (
              <Industries
                member={member}
                isOpen={dialog === 'industries'}
                action={dialogButton('industries', 'Change industries…')}
                onClose={close}
              />
            )}
          </RowList>
        </Section>
        {seesRoles && (
          <Section
            title="May do"
            action={
              maySetRoles &&
              !isAdmin &&
              groups.length > 0 && (
                <>
                  {ownPermissions &&
                    granter.mayTurn(permissionsOf(member), rolePermissions) &&
                    dialogButton('rights of role', 'As the role…', 'quiet')}
                  {dialogButton('rights', 'Change rights…', 'quiet')}
                </>
              )
            }
          >
            <PermissionList held={permissionsOf(member)} />
          </Section>
        )}
        {member.userPermissions && <AccountSection member={member} userPermissions={member.userPermissions} />}
        {mayRemove && (
          <Section title={isOwn ? 'Leaving' : 'Removal'}>
            <RowList label={isOwn ? 'Leaving' : 'Removal'}>
              <Row
                icon={IconUserMinus}
                title={isOwn ? `Leave ${organization.name}` : `Remove ${userAccount.name} from ${organization.name}`}
                under={isOwn ? 'You are told first what waits for you.' : 'You are told first what waits for them.'}
                actions={
                  <Button variant="danger" onClick={() => setDialog('end')}>
                    {isOwn ? 'Leave…' : 'Remove…'}
                  </Button>
                }
              />
            </RowList>
          </Section>
        )}
      </Stack>
      {dialog === 'role' && <RoleDialog member={member} groups={groups} offered={offered} onClose={close} />}
      {dialog === 'lay down' && <StepDownDialog member={member} nextRole={nextRole} onClose={close} />}
      {dialog === 'rights' && <MemberRightsDialog member={member} rolePermissions={rolePermissions} onClose={close} />}
      {dialog === 'rights of role' && (
        <RightsOfRoleDialog member={member} rolePermissions={rolePermissions} onClose={close} />
      )}
      {dialog === 'group' && <ReportingGroupDialog member={member} onClose={close} />}
      {dialog === 'end' && (
        <EndMembershipDialog
          member={member}
          onDone={() => (isOwn ? location.assign(paths.home()) : void navigate(membersPaths.people()))}
          onClose={close}
        />
      )}
    </>
  );
}

/** Row with the industries of a member. */
function Industries({
  member,
  isOpen,
  action,
  onClose,
}: {
  member: Membership;
  isOpen: boolean;
  action: ReactNode;
  onClose: () => void;
}) {
  const query = useQuery(memberIndustriesQuery(member.organizationGuid, member.userAccount.guid));
  const sectors = query.data?.items;
  const titles = sectors?.flatMap(({ industries }) => industries.map(({ title }) => title)) ?? [];
  return (
    <>
      <Row
        over="Industries"
        title={query.error ? query.error.message : sectors ? titles.join(' · ') || 'None' : '…'}
        actions={sectors && action}
      />
      {isOpen && sectors && <IndustriesDialog member={member} sectors={sectors} onClose={onClose} />}
    </>
  );
}
