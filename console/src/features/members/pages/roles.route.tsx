import { IconCheck, IconMinus, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { prefetching } from '../../../lib/api/loader.ts';
import { paths } from '../../../lib/url/paths.ts';
import type { Permission } from '../../../lib/session/permissions.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { membersQuery, userGroupsQuery } from '../api.ts';
import { GroupRightsDialog } from '../components/GroupRightsDialog.tsx';
import { permissionGroups, permissionLabels } from '../permission-labels.ts';
import css from '../components/Rights.module.css';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION_MEMBER_ROLES')
    ? [userGroupsQuery(organization.guid), membersQuery(organization.guid)]
    : [],
);

/** Permissions of managers and standard members in this organization. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(userGroupsQuery(organization.guid));
  const [dialog, setDialog] = useState<UserGroup | null>(null);
  const change = (name: UserGroup, label: string) => <Button onClick={() => setDialog(name)}>{label}</Button>;
  return (
    <>
      <PageHeader
        title="Roles"
        meta="Administrators hold every right. A manager holds what standard members do as well."
        actions={
          query.data && (
            <>
              {change('Manager', 'Change managers…')}
              {change('Standard', 'Change standard members…')}
            </>
          )
        }
      />
      <QueryView
        query={query}
        home={paths.home()}
        skeleton={<Skeleton widths={['24%', '92%', '92%', '92%', '92%', '92%']} />}
      >
        {({ items }) => (
          <>
            <div className={css.tables}>
              {permissionGroups.map(({ title, permissions }) => (
                <Section key={title} title={title}>
                  <DataTable
                    caption={title}
                    columns={columnsOf(items)}
                    rows={permissions}
                    rowKey={(permission) => permission}
                    card={(permission) => <RightCard groups={items} permission={permission} />}
                  />
                </Section>
              ))}
            </div>
            {dialog && (
              <GroupRightsDialog group={items.find(({ name }) => name === dialog)!} onClose={() => setDialog(null)} />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

function columnsOf(groups: readonly UserGroupAnswer[]): DataColumn<Permission>[] {
  const column = (name: UserGroup): DataColumn<Permission> => ({
    id: name,
    header: name,
    width: 200,
    cell: (permission) => <Held group={groups.find((each) => each.name === name)!} permission={permission} />,
  });
  return [
    {
      id: 'right',
      header: 'Right',
      cell: (permission) => permissionLabels[permission].label,
      sub: (permission) => permissionLabels[permission].hint,
    },
    column('Manager'),
    column('Standard'),
  ];
}

/** Card of a permission on phones, with one line for each group. */
function RightCard({ groups, permission }: { groups: readonly UserGroupAnswer[]; permission: Permission }) {
  const { label, hint } = permissionLabels[permission];
  return (
    <div className={css.rightCard}>
      <b>{label}</b>
      {hint && <small>{hint}</small>}
      <dl>
        {[...groups].reverse().map((group) => (
          <div key={group.name}>
            <dt>{group.name}</dt>
            <dd>
              <Held group={group} permission={permission} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Whether a group has a permission, and whether that differs from the default. */
function Held({
  group: { permissions, shippedPermissions },
  permission,
}: {
  group: UserGroupAnswer;
  permission: Permission;
}) {
  const isHeld = permissions.includes(permission);
  const Icon = isHeld ? IconCheck : IconMinus;
  return (
    <span className={css.cell}>
      <Icon className={isHeld ? css.yes : css.no} size={20} aria-hidden />
      <VisuallyHidden>{isHeld ? 'Yes' : 'No'}</VisuallyHidden>
      {isHeld !== shippedPermissions.includes(permission) && (
        <Badge tone="asks" icon={IconPencil}>
          Changed
        </Badge>
      )}
    </span>
  );
}
