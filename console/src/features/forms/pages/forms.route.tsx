import { IconForms, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { KeptFormSummary } from '@plimsoll/contracts/forms/form';
import { formsPaths } from '../paths.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { categoriesQuery, formDraftsQuery } from '../api.ts';
import { countedEvents, statusLabel, versionLabel } from '../labels.ts';
import { NewFormDialog } from '../components/NewFormDialog.tsx';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('CREATE_AND_MANAGE_EVENT_FORMS')
    ? [formDraftsQuery(organization.guid), categoriesQuery(organization.guid)]
    : [],
);

/** Lists the organization's own or the built-in forms. */
export function Component() {
  const { organization } = useStarted();
  const isBuiltIn = useLocation().pathname === formsPaths.builtInForms();
  const query = useQuery(formDraftsQuery(organization.guid));
  const { data: categories } = useQuery(categoriesQuery(organization.guid));
  const navigate = useNavigate();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const titlesOf = ({ categoryGuids }: KeptFormSummary) =>
    categories?.items
      .filter(({ categoryGuid }) => categoryGuids.includes(categoryGuid))
      .map(({ title }) => title)
      .join(', ');
  const columns: readonly DataColumn<KeptFormSummary>[] = [
    {
      id: 'name',
      header: 'Name',
      primary: true,
      cell: ({ name }) => name,
      sub: ({ description }) => description || undefined,
    },
    { id: 'state', header: 'State', width: 128, cell: (form) => <Badge>{statusLabel(form)}</Badge> },
    ...(isBuiltIn
      ? []
      : [{ id: 'version', header: 'Version', width: 192, cell: versionLabel } satisfies DataColumn<KeptFormSummary>]),
    { id: 'categories', header: 'Categories', width: 176, from: 1024, cell: titlesOf },
    {
      id: 'events',
      header: 'Events',
      align: 'right',
      width: 96,
      cell: ({ eventCount }) => eventCount.toLocaleString('en-CA'),
    },
  ];
  const add = (
    <Button variant="primary" leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialogOpen(true)}>
      New form…
    </Button>
  );
  const own = query.data?.items.filter((form) => !form.isBuiltIn).length;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Events', to: incidentsPaths.eventList() }, { label: 'Forms' }]}
        title="Forms"
        meta="What people are asked when they report."
        actions={!isBuiltIn && own === 0 ? undefined : add}
      />
      <Tabs
        label="Forms"
        tabs={[
          { to: formsPaths.forms(), label: 'Your own', count: own, end: true },
          {
            to: formsPaths.builtInForms(),
            label: 'Built-in',
            count: query.data && own !== undefined ? query.data.totalCount - own : undefined,
          },
        ]}
      />
      <QueryView query={query} home={incidentsPaths.eventList()}>
        {({ items }) => {
          const rows = items.filter((form) => form.isBuiltIn === isBuiltIn);
          return rows.length > 0 ? (
            <DataTable
              caption={isBuiltIn ? 'Built-in forms' : 'Your own forms'}
              columns={columns}
              rows={rows}
              rowKey={({ formGuid }) => formGuid}
              rowHref={({ formGuid }) => formsPaths.form(formGuid)}
              card={(form) => (
                <RecordCard
                  to={formsPaths.form(form.formGuid)}
                  meta={statusLabel(form)}
                  when={isBuiltIn ? '' : versionLabel(form)}
                  title={form.name}
                  place={form.description || null}
                  holder={countedEvents(form.eventCount)}
                />
              )}
            />
          ) : (
            <EmptyState
              icon={IconForms}
              title="No forms of your own yet"
              text="Begin with an empty form, or open a built-in one and copy it."
              action={add}
            />
          );
        }}
      </QueryView>
      {isDialogOpen && (
        <NewFormDialog
          onDone={(formGuid) => void navigate(formsPaths.editForm(formGuid))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
