import { IconArchive, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReportingGroup } from '@plimsoll/contracts/organizations/answers';
import { prefetching } from '../../../lib/api/loader.ts';
import { unitsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { reportingGroupsQuery } from '../api.ts';
import { NewGroupDialog } from '../components/ReportingGroupDialogs.tsx';
import { eventsText, membersText, noneArchivedText } from '../labels.ts';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('MANAGE_REPORTING_GROUPS')
    ? [reportingGroupsQuery(organization.guid), reportingGroupsQuery(organization.guid, 'ARCHIVED')]
    : [],
);

const description: DataColumn<ReportingGroup> = {
  id: 'name',
  header: 'Name',
  primary: true,
  cell: ({ name }) => name,
  sub: (group) => group.description ?? undefined,
};

const inUse: readonly DataColumn<ReportingGroup>[] = [
  description,
  {
    id: 'members',
    header: 'Members',
    align: 'right',
    width: 144,
    cell: ({ memberCount }) => memberCount.toLocaleString('en-CA'),
  },
  {
    id: 'events',
    header: 'Events',
    align: 'right',
    width: 144,
    cell: ({ eventCount }) => eventCount.toLocaleString('en-CA'),
  },
];

/** Name of the group that took over from an archived one. */
function useTargetOf(): (group: ReportingGroup) => string {
  const { organization } = useStarted();
  return ({ reassignedToGuid }) =>
    organization.reportingGroups.find(({ guid }) => guid === reassignedToGuid)?.name ?? 'Nobody';
}

/** Reporting groups in use, and archived ones. */
export function Component() {
  const { organization } = useStarted();
  const isArchived = useLocation().pathname === unitsPaths.archivedReportingGroups();
  const active = useQuery(reportingGroupsQuery(organization.guid));
  const archived = useQuery(reportingGroupsQuery(organization.guid, 'ARCHIVED'));
  const navigate = useNavigate();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const targetOf = useTargetOf();
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialogOpen(true)}>
      New group…
    </Button>
  );
  const columns = isArchived
    ? [
        description,
        {
          id: 'target',
          header: 'Its members and events are those of',
          width: 320,
          cell: targetOf,
        } satisfies DataColumn<ReportingGroup>,
      ]
    : inUse;
  return (
    <>
      <PageHeader
        title="Reporting Groups"
        meta="Crews and departments. People belong to one, and events are reported in one."
        actions={!isArchived && active.data?.items.length === 0 ? undefined : add}
      />
      <Tabs
        label="Groups"
        tabs={[
          { to: unitsPaths.reportingGroups(), label: 'In use', count: active.data?.totalCount, end: true },
          { to: unitsPaths.archivedReportingGroups(), label: 'Archived', count: archived.data?.totalCount },
        ]}
      />
      <QueryView query={isArchived ? archived : active}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption={isArchived ? 'Archived reporting groups' : 'Reporting groups in use'}
              columns={columns}
              rows={items}
              rowKey={({ guid }) => guid}
              rowHref={({ guid }) => unitsPaths.reportingGroup(guid)}
              card={(group) => (
                <RecordCard
                  to={unitsPaths.reportingGroup(group.guid)}
                  meta={isArchived ? `Now ${targetOf(group)}` : membersText(group)}
                  when=""
                  title={group.name}
                  place={group.description}
                  holder={isArchived ? undefined : eventsText(group)}
                />
              )}
            />
          ) : isArchived ? (
            <EmptyState icon={IconArchive} title="No archived groups" text={noneArchivedText('A group')} />
          ) : (
            <EmptyState
              icon={IconUsersGroup}
              title="No reporting groups yet"
              text="With groups, reports say which crew or department they come from, and lists are narrowed by it."
              action={add}
            />
          )
        }
      </QueryView>
      {isDialogOpen && (
        <NewGroupDialog
          onDone={({ guid }) => void navigate(unitsPaths.reportingGroup(guid))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
