import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { WorksiteDetail } from '@plimsoll/contracts/units/units';
import { PhoneNumber } from '../../../components/PhoneNumber.tsx';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { CallListSection } from '../../routing/public/CallListSection.tsx';
import { callListsQuery } from '../../routing/public/call-lists-query.ts';
import { unitsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { worksiteQuery } from '../api.ts';
import { NoLongerUsed } from '../components/NoLongerUsed.tsx';
import { DELETE_OR_ARCHIVE, eventsText, fieldName, unusedTexts } from '../labels.ts';
import { UnitHistorySection } from '../components/UnitHistorySection.tsx';
import { ArchiveWorksiteDialog, DeleteWorksiteDialog, EditWorksiteDialog } from '../components/WorksiteDialogs.tsx';

export const loader = prefetching(({ organization, permissions, modules }, { params }) =>
  permissions.has('MANAGE_WORKSITE_LOCATIONS')
    ? [
        worksiteQuery(organization.guid, params.guid!),
        ...(modules.has('events') ? [callListsQuery(organization.guid)] : []),
      ]
    : [],
);

/** A worksite: its details, call list, actions and history. */
export function Component() {
  const { organization, modules } = useStarted();
  const { guid } = useParams();
  const query = useQuery(worksiteQuery(organization.guid, guid!));
  const worksite = query.data;
  const [dialog, setDialog] = useState<'edit' | 'archive' | 'delete' | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const name = worksite?.name ?? 'Worksite';
  return (
    <>
      <PageHeader
        title={name}
        meta={worksite?.status === 'ARCHIVED' ? <Badge icon={IconArchive}>Archived</Badge> : undefined}
        crumbs={[
          {
            label: 'Worksites',
            to: worksite?.status === 'ARCHIVED' ? unitsPaths.archivedWorksites() : unitsPaths.worksites(),
          },
          { label: name },
        ]}
        actions={
          worksite?.status === 'ACTIVE' && (
            <Button leading={<IconPencil size={20} aria-hidden />} onClick={() => setDialog('edit')}>
              Edit…
            </Button>
          )
        }
      />
      <QueryView query={query} home={unitsPaths.worksites()}>
        {(found) => (
          <Stack>
            <Facts worksite={found} />
            {found.status === 'ACTIVE' && modules.has('events') && (
              <CallListSection target="WORKSITE" guid={found.guid} />
            )}
            {found.status === 'ACTIVE' && (
              <NoLongerUsed
                text={
                  found.eventCount === 0
                    ? `${unusedTexts.worksite} ${DELETE_OR_ARCHIVE}`
                    : 'Archive it: its events keep it, and reports are not offered it any more. A worksite with events is not deleted.'
                }
                onArchive={() => setDialog('archive')}
                onDelete={found.eventCount === 0 && (() => setDialog('delete'))}
              />
            )}
            <UnitHistorySection of={found.guid} history={found.history} />
          </Stack>
        )}
      </QueryView>
      {worksite && dialog === 'edit' && <EditWorksiteDialog worksite={worksite} onClose={close} />}
      {worksite && dialog === 'archive' && <ArchiveWorksiteDialog worksite={worksite} onClose={close} />}
      {worksite && dialog === 'delete' && (
        <DeleteWorksiteDialog
          worksite={worksite}
          onDone={() => void navigate(unitsPaths.worksites())}
          onClose={close}
        />
      )}
    </>
  );
}

function Facts({ worksite }: { worksite: WorksiteDetail }) {
  const { organization, regions, modules } = useStarted();
  const { regionGuid, address, timeZone, emergencyPhone, eventCount } = worksite;
  const events = eventsText(worksite);
  const none = <span style={{ color: 'var(--muted)' }}>None</span>;
  return (
    <Section title="Where it is">
      <KeyValues
        items={[
          { term: eventFieldTexts.region, value: regions.find(({ guid }) => guid === regionGuid)?.name ?? none },
          { term: fieldName('address'), value: address ?? none },
          { term: eventFieldTexts.timeZone, value: (timeZone ?? organization.timeZone).replaceAll('_', ' ') },
          {
            term: fieldName('emergencyPhone'),
            value: emergencyPhone ? <PhoneNumber text={emergencyPhone} /> : none,
          },
          {
            term: 'Events',
            value:
              modules.has('events') && eventCount > 0 ? (
                <Link to={incidentsPaths.eventList(1, { worksiteGuid: worksite.guid })}>{events}</Link>
              ) : (
                events
              ),
          },
        ]}
      />
    </Section>
  );
}
