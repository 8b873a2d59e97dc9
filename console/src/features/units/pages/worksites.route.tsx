import { IconArchive, IconBuildingWarehouse, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { Worksite } from '@plimsoll/contracts/organizations/answers';
import { prefetching } from '../../../lib/api/loader.ts';
import { unitsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { worksitesQuery } from '../api.ts';
import { eventsText, fieldName, noneArchivedText } from '../labels.ts';
import { NewWorksiteDialog } from '../components/WorksiteDialogs.tsx';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('MANAGE_WORKSITE_LOCATIONS')
    ? [worksitesQuery(organization.guid), worksitesQuery(organization.guid, 'ARCHIVED')]
    : [],
);

/** Worksites in use, and archived ones. */
export function Component() {
  const { organization, regions } = useStarted();
  const isArchived = useLocation().pathname === unitsPaths.archivedWorksites();
  const active = useQuery(worksitesQuery(organization.guid));
  const archived = useQuery(worksitesQuery(organization.guid, 'ARCHIVED'));
  const navigate = useNavigate();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const regionOf = ({ regionGuid }: Worksite) => regions.find(({ guid }) => guid === regionGuid)?.name;
  const columns: readonly DataColumn<Worksite>[] = [
    { id: 'name', header: 'Name', primary: true, cell: ({ name }) => name, sub: ({ address }) => address ?? undefined },
    { id: 'region', header: eventFieldTexts.region, width: 208, cell: regionOf },
    {
      id: 'phone',
      header: fieldName('emergencyPhone'),
      width: 176,
      from: 1024,
      cell: ({ emergencyPhone }) => emergencyPhone,
    },
    {
      id: 'events',
      header: 'Events',
      align: 'right',
      width: 120,
      cell: ({ eventCount }) => eventCount.toLocaleString('en-CA'),
    },
  ];
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialogOpen(true)}>
      New worksite…
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Worksites"
        meta="Where your people work. A report names one of them, or another place."
        actions={!isArchived && active.data?.items.length === 0 ? undefined : add}
      />
      <Tabs
        label="Worksites"
        tabs={[
          { to: unitsPaths.worksites(), label: 'In use', count: active.data?.totalCount, end: true },
          { to: unitsPaths.archivedWorksites(), label: 'Archived', count: archived.data?.totalCount },
        ]}
      />
      <QueryView query={isArchived ? archived : active}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption={isArchived ? 'Archived worksites' : 'Worksites in use'}
              columns={columns}
              rows={items}
              rowKey={({ guid }) => guid}
              rowHref={({ guid }) => unitsPaths.worksite(guid)}
              card={(worksite) => (
                <RecordCard
                  to={unitsPaths.worksite(worksite.guid)}
                  meta={regionOf(worksite) ?? 'No region'}
                  when=""
                  title={worksite.name}
                  place={worksite.address}
                  holder={eventsText(worksite)}
                />
              )}
            />
          ) : isArchived ? (
            <EmptyState icon={IconArchive} title="No archived worksites" text={noneArchivedText('A worksite')} />
          ) : (
            <EmptyState
              icon={IconBuildingWarehouse}
              title="No worksites yet"
              text="With worksites, a report names the place by one choice, and lists are narrowed by it."
              action={add}
            />
          )
        }
      </QueryView>
      {isDialogOpen && (
        <NewWorksiteDialog
          onDone={({ guid }) => void navigate(unitsPaths.worksite(guid))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
