import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { prefetching } from '../../../lib/api/loader.ts';
import { guids, someOf, words } from '../../../lib/url/address-fields.ts';
import { useList, type ListSpec } from '../../../lib/url/list.ts';
import { membersPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { Avatar } from '../../../ui/feedback/Badge.tsx';
import type { DataColumn } from '../../../ui/data/DataTable.tsx';
import { FilterMenu } from '../../../ui/data/Filters.tsx';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { invitationsQuery } from '../../../lib/api/member-queries.ts';
import { membersQuery } from '../api.ts';
import { PendingInvitations } from '../components/PendingInvitations.tsx';
import { InvitePeopleDialog } from '../public/InvitePeopleDialog.tsx';
import { Nothing, PersonCard } from '../components/PersonCard.tsx';
import { OwnRights, MemberRole, useReportingGroups } from '../components/RoleFields.tsx';
import { roleOfMember, roles, roleLabels } from '../role-labels.ts';
import { matchesFilter, containsWords, pageOf, PAGE_SIZES } from '../client-lists.ts';

const address = { text: words, role: someOf(roles), group: guids };
const spec: ListSpec<typeof address> = {
  fields: address,
  hrefOf: membersPaths.people,
  filters: { role: 'role', group: 'reporting group' },
  pageSizes: PAGE_SIZES,
};

/** Prefetches members and invitations while the chunk is loading. */
export const loader = prefetching(({ organization, permissions }) => [
  membersQuery(organization.guid),
  ...(permissions.has('VIEW_ORGANIZATION_INVITATIONS') ? [invitationsQuery(organization.guid)] : []),
]);

const roleOptions = roles.map((value) => ({ value, label: roleLabels[value].label }));

/** Members of the organization and people who were invited, as far as the current user may see them. */
export function Component() {
  const { organization, user } = useStarted();
  const seesRoles = useMay('VIEW_ORGANIZATION_MEMBER_ROLES');
  const mayInvite = useMay('CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS');
  const seesInvitations = useMay('VIEW_ORGANIZATION_INVITATIONS');
  const groups = useReportingGroups();
  const [inviting, setInviting] = useState(false);
  const list = useList(spec);
  const { text, role, group } = list.address;
  const matchesFilters = (member: Membership) =>
    containsWords(text, member.userAccount.name, readableAddress(member.userAccount.primaryEmailAddress)) &&
    (!seesRoles || matchesFilter(role, roleOfMember(member))) &&
    (!group?.length || (member.reportingGroupGuid !== null && group.includes(member.reportingGroupGuid)));
  const query = useQuery({
    ...membersQuery(organization.guid),
    select: ({ items }) => pageOf(items.filter(matchesFilters), list.page),
  });
  const groupName = ({ reportingGroupGuid }: Membership) =>
    groups.find(({ guid }) => guid === reportingGroupGuid)?.name;
  const nameOf = ({ userAccount: { guid, name } }: Membership) => (guid === user.guid ? `${name} (you)` : name);

  const columns: DataColumn<Membership>[] = [
    {
      id: 'Photo',
      header: '',
      width: 52,
      cell: ({ userAccount: { name }, photo }) => <Avatar name={name} photo={photo} />,
    },
    {
      id: 'name',
      header: 'Name',
      primary: true,
      cell: nameOf,
      sub: ({ userAccount: { primaryEmailAddress } }) => readableAddress(primaryEmailAddress) || undefined,
    },
    ...(seesRoles
      ? [{ id: 'role', header: 'Role', width: 240, cell: (member: Membership) => <MemberRole member={member} /> }]
      : []),
    ...(groups.length > 0
      ? [
          {
            id: 'group',
            header: 'Reporting group',
            width: 240,
            cell: (member: Membership) => groupName(member) ?? <Nothing />,
          },
        ]
      : []),
  ];

  return (
    <>
      <ListScreen
        title="People"
        noun={['person', 'people']}
        list={list}
        query={query}
        search={seesRoles ? 'Name or address' : 'Name'}
        filters={
          <>
            {seesRoles && (
              <FilterMenu
                label="Role"
                options={roleOptions}
                selected={role ?? []}
                onChange={(chosen) => list.choose({ role: chosen })}
              />
            )}
            {groups.length > 0 && (
              <FilterMenu
                label="Reporting group"
                options={groups.map(({ guid: value, name: label }) => ({ value, label }))}
                selected={group ?? []}
                onChange={(chosen) => list.choose({ group: chosen })}
              />
            )}
          </>
        }
        add={mayInvite ? { label: 'Invite people…', onClick: () => setInviting(true) } : undefined}
        emptyText="People who join appear here."
        home={paths.home()}
        columns={columns}
        rowKey={({ userAccount }) => userAccount.guid}
        rowHref={({ userAccount }) => membersPaths.person(userAccount.guid)}
        card={(member) => (
          <PersonCard
            name={member.userAccount.name}
            shown={nameOf(member)}
            photo={member.photo}
            to={membersPaths.person(member.userAccount.guid)}
            lines={[
              readableAddress(member.userAccount.primaryEmailAddress),
              [seesRoles && roleLabels[roleOfMember(member)].label, groupName(member)].filter(Boolean).join(' · '),
            ]}
            badges={seesRoles && !member.isAdmin && member.ownPermissions && <OwnRights />}
          />
        )}
      />
      {seesInvitations && <PendingInvitations />}
      {inviting && <InvitePeopleDialog onClose={() => setInviting(false)} />}
    </>
  );
}
