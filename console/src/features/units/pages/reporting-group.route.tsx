import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ReportingGroupDetail } from '@plimsoll/contracts/units/units';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { CallListSection } from '../../routing/public/CallListSection.tsx';
import { callListsQuery } from '../../routing/public/call-lists-query.ts';
import { unitsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { reportingGroupQuery } from '../api.ts';
import { ArchiveGroupDialog, DeleteGroupDialog, EditGroupDialog } from '../components/ReportingGroupDialogs.tsx';
import { NoLongerUsed } from '../components/NoLongerUsed.tsx';
import { DELETE_OR_ARCHIVE, eventsText, membersText, unusedTexts } from '../labels.ts';
import { UnitHistorySection } from '../components/UnitHistorySection.tsx';

export const loader = prefetching(({ organization, permissions, modules }, { params }) =>
  permissions.has('MANAGE_REPORTING_GROUPS')
    ? [
        reportingGroupQuery(organization.guid, params.guid!),
        ...(modules.has('events') ? [callListsQuery(organization.guid)] : []),
      ]
    : [],
);

/** A reporting group: its usage, call list, actions and history. */
export function Component() {
  const { organization, modules } = useStarted();
  const { guid } = useParams();
  const query = useQuery(reportingGroupQuery(organization.guid, guid!));
  const group = query.data;
  const [dialog, setDialog] = useState<'edit' | 'archive' | 'delete' | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const name = group?.name ?? 'Reporting group';
  const isUnused = group?.memberCount === 0 && group.eventCount === 0;
  return (
    <>
      <PageHeader
        title={name}
        meta={group?.description}
        crumbs={[
          {
            label: 'Reporting Groups',
            to: group?.status === 'ARCHIVED' ? unitsPaths.archivedReportingGroups() : unitsPaths.reportingGroups(),
          },
          { label: name },
        ]}
        actions={
          group?.status === 'ACTIVE' && (
            <Button leading={<IconPencil size={20} aria-hidden />} onClick={() => setDialog('edit')}>
              Edit…
            </Button>
          )
        }
      />
      <QueryView query={query} home={unitsPaths.reportingGroups()}>
        {(found) => (
          <Stack>
            <Facts group={found} />
            {found.status === 'ACTIVE' && modules.has('events') && (
              <CallListSection target="REPORTING_GROUP" guid={found.guid} />
            )}
            {found.status === 'ACTIVE' && (
              <NoLongerUsed
                text={
                  isUnused
                    ? `${unusedTexts.group} ${DELETE_OR_ARCHIVE}`
                    : 'Archive it: another group gets its members and events. A group that has some is not deleted.'
                }
                onArchive={() => setDialog('archive')}
                onDelete={isUnused && (() => setDialog('delete'))}
              />
            )}
            <UnitHistorySection of={found.guid} history={found.history} />
          </Stack>
        )}
      </QueryView>
      {group && dialog === 'edit' && <EditGroupDialog group={group} onClose={close} />}
      {group && dialog === 'archive' && <ArchiveGroupDialog group={group} onClose={close} />}
      {group && dialog === 'delete' && (
        <DeleteGroupDialog group={group} onDone={() => void navigate(unitsPaths.reportingGroups())} onClose={close} />
      )}
    </>
  );
}

function Facts({ group }: { group: ReportingGroupDetail }) {
  const { organization, modules } = useStarted();
  const target = organization.reportingGroups.find(({ guid }) => guid === group.reassignedToGuid);
  if (group.status === 'ARCHIVED') {
    return (
      <Banner
        action={
          target && (
            <ButtonLink size="s" to={unitsPaths.reportingGroup(target.guid)}>
              Open {target.name}
            </ButtonLink>
          )
        }
      >
        {target
          ? `Archived. Its members and events are those of ${target.name}, and so is whatever names it later.`
          : 'Archived. It had no members and no events.'}
      </Banner>
    );
  }
  const events = eventsText(group);
  return (
    <Section title="In use">
      <KeyValues
        items={[
          { term: 'Members', value: membersText(group) },
          {
            term: 'Events',
            value:
              modules.has('events') && group.eventCount > 0 ? (
                <Link to={incidentsPaths.eventList(1, { reportingGroupGuid: group.guid })}>{events}</Link>
              ) : (
                events
              ),
          },
        ]}
      />
    </Section>
  );
}
