import { IconLock, IconShieldOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure, LegalHold } from '@plimsoll/contracts/privacy/privacy';
import { prefetching } from '../../../lib/api/loader.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useCommand } from '../../../lib/api/command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { cancelErasure, erasuresQuery, holdsQuery, personsQuery } from '../api.ts';
import { EraseDialog } from '../components/EraseDialog.tsx';
import { PlaceHoldDialog, ReleaseHoldDialog } from '../components/HoldDialogs.tsx';
import css from '../components/Privacy.module.css';
import { StoredPersons, type PrivacyDialog, type StoredPersonsProps } from '../components/StoredPersons.tsx';
import { erasureBadge, holdLabel, subjectLabel } from '../labels.ts';

/** Prefetches the page's data while the chunk is loading. */
export const loader = prefetching(({ organization: { guid, isAdmin } }) =>
  isAdmin ? [personsQuery(guid, ''), erasuresQuery(guid), holdsQuery(guid)] : [],
);

/** Stored personal data, its erasure, and legal holds. */
export function Component() {
  const [dialog, setDialog] = useState<PrivacyDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="Privacy"
        meta="What is kept of people, how it is erased for good, and what must not be."
        actions={
          <Button
            leading={<IconLock size={20} aria-hidden />}
            onClick={() => setDialog({ hold: { kind: 'ORGANIZATION', guid: null, label: null } })}
          >
            Hold everything…
          </Button>
        }
      />
      <Stack>
        <StoredPersons onOpen={setDialog} />
        <Erasures onOpen={setDialog} />
        <Holds onOpen={setDialog} />
      </Stack>
      {dialog && 'erase' in dialog && <EraseDialog group={dialog.erase} onClose={close} />}
      {dialog && 'hold' in dialog && <PlaceHoldDialog held={dialog.hold} records={dialog.records} onClose={close} />}
      {dialog && 'release' in dialog && <ReleaseHoldDialog hold={dialog.release} onClose={close} />}
      {dialog && 'cancel' in dialog && <CancelDialog erasure={dialog.cancel} onClose={close} />}
    </>
  );
}

function Erasures({ onOpen }: StoredPersonsProps) {
  const { organization } = useStarted();
  const query = useQuery(erasuresQuery(organization.guid));
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const columns: readonly DataColumn<Erasure>[] = [
    { id: 'what', header: 'What', cell: (erasure) => <b>{subjectLabel(erasure)}</b> },
    { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
    {
      id: 'asked',
      header: 'Asked for',
      width: 176,
      cell: ({ requestedAt }) => when(requestedAt),
      sub: ({ requestedBy }) => requestedBy.name,
    },
    { id: 'due', header: 'Begins, or ended', width: 176, cell: ({ dueAt, endedAt }) => when(endedAt ?? dueAt) },
    {
      id: 'status',
      header: 'Status',
      width: 128,
      cell: (erasure) => {
        const { label, ...badgeProps } = erasureBadge(erasure);
        return <Badge {...badgeProps}>{label}</Badge>;
      },
    },
    {
      id: 'Actions',
      header: '',
      width: 112,
      align: 'right',
      cell: (erasure) =>
        erasure.status === 'PENDING' && (
          <Button size="s" onClick={() => onOpen({ cancel: erasure })}>
            Cancel…<VisuallyHidden> erasing {subjectLabel(erasure)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return (
    <Section title="Erasures">
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption="Erasures, the newest first"
              columns={columns}
              rows={items}
              rowKey={({ erasureGuid }) => erasureGuid}
            />
          ) : (
            <EmptyState
              icon={IconShieldOff}
              title="Nothing was erased yet"
              text="Find a person above to have their data destroyed. Totals and rates do not change by it."
            />
          )
        }
      </QueryView>
    </Section>
  );
}

function Holds({ onOpen }: StoredPersonsProps) {
  const { organization } = useStarted();
  const query = useQuery(holdsQuery(organization.guid));
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const columns: readonly DataColumn<LegalHold>[] = [
    { id: 'what', header: 'What is held', cell: (hold) => <b>{holdLabel(hold)}</b> },
    {
      id: 'reason',
      header: 'Reason',
      cell: ({ reason, releaseReason }) => (releaseReason === null ? reason : `${reason}. Released: ${releaseReason}`),
    },
    {
      id: 'placed',
      header: 'Placed',
      width: 176,
      cell: ({ placedAt }) => when(placedAt),
      sub: ({ placedBy }) => placedBy.name,
    },
    {
      id: 'released',
      header: 'Released',
      width: 176,
      cell: ({ releasedAt }) => (releasedAt ? when(releasedAt) : <span className={css.muted}>Not yet</span>),
      sub: ({ releasedBy }) => releasedBy?.name,
    },
    {
      id: 'Actions',
      header: '',
      width: 128,
      align: 'right',
      cell: (hold) =>
        hold.releasedAt === null && (
          <Button size="s" onClick={() => onOpen({ release: hold })}>
            Release…<VisuallyHidden> {holdLabel(hold)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return (
    <Section title="Legal holds">
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption="Legal holds, the newest first"
              columns={columns}
              rows={items}
              rowKey={({ holdGuid }) => holdGuid}
            />
          ) : (
            <EmptyState
              icon={IconLock}
              title="Nothing is held"
              text="A hold keeps what a court or an inquiry may ask for from being erased, until somebody releases it."
            />
          )
        }
      </QueryView>
    </Section>
  );
}

function CancelDialog({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(cancelErasure);
  return (
    <RemovalDialog
      title="Cancel the erasure"
      text={`Nothing of ${subjectLabel(erasure)} is erased. Ask again whenever you like.`}
      refused="The erasure was not cancelled"
      done="The erasure was cancelled"
      danger={false}
      send={(key) => send({ asked: { params: { orgGuid: organization.guid, erasureGuid: erasure.erasureGuid } }, key })}
      onClose={onClose}
    />
  );
}
