import { IconLock, IconShieldOff, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure, KeptPerson, LegalHold } from '@plimsoll/contracts/privacy/privacy';
import { words } from '../../../lib/url/address-fields.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useCommand } from '../../../lib/api/command.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { useSearchText, useUrlState } from '../../../lib/url/url-state.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { SearchField } from '../../../ui/data/Filters.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { cancelErasure, erasuresQuery, holdsQuery, personsQuery } from '../api.ts';
import { EraseDialog } from '../components/EraseDialog.tsx';
import { PlaceHoldDialog, ReleaseHoldDialog, type HoldTarget } from '../components/HoldDialogs.tsx';
import css from '../components/Privacy.module.css';
import { erasureBadge, holdLabel, personKindLabels, subjectLabel } from '../labels.ts';

/** Maximum number of persons shown; a longer name narrows the search. */
const MAX_SHOWN = 12;
/** Maximum number of events listed for a person. */
const MAX_LISTED = 4;
const fields = { text: words };

/** Prefetches the page's data while the chunk is loading. */
export const loader = prefetching(({ organization: { guid, isAdmin } }) =>
  isAdmin ? [personsQuery(guid, ''), erasuresQuery(guid), holdsQuery(guid)] : [],
);

type PrivacyDialog = { erase: KeptPerson } | { hold: HoldTarget } | { release: LegalHold } | { cancel: Erasure };

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
        <People onOpen={setDialog} />
        <Erasures onOpen={setDialog} />
        <Holds onOpen={setDialog} />
      </Stack>
      {dialog && 'erase' in dialog && <EraseDialog person={dialog.erase} onClose={close} />}
      {dialog && 'hold' in dialog && <PlaceHoldDialog held={dialog.hold} onClose={close} />}
      {dialog && 'release' in dialog && <ReleaseHoldDialog hold={dialog.release} onClose={close} />}
      {dialog && 'cancel' in dialog && <CancelDialog erasure={dialog.cancel} onClose={close} />}
    </>
  );
}

interface SectionProps {
  onOpen: (dialog: PrivacyDialog) => void;
}

const holdTargetOf = ({ kind, guid, name }: KeptPerson): HoldTarget => ({
  kind: kind === 'INCIDENT_TEXT' ? 'INCIDENT' : 'PERSON',
  guid,
  label: name,
});

/** Distinguishes persons of the same name in accessible labels. */
const distinctName = (person: KeptPerson): string =>
  person.kind === 'INJURED' || person.kind === 'RELATED'
    ? `${person.name}, event ${person.incidents[0]?.number ?? ''}`
    : subjectLabel(person);

function eventsOf({ incidents }: KeptPerson) {
  if (incidents.length === 0) return <span className={css.muted}>None</span>;
  const more = incidents.length - MAX_LISTED;
  return `${incidents
    .slice(0, MAX_LISTED)
    .map(({ number }) => number)
    .join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-CA')} more` : ''}`;
}

function People({ onOpen }: SectionProps) {
  const { organization } = useStarted();
  const [{ text = '' }, address] = useUrlState(fields);
  const search = useSearchText(text, (typed) => address.replace({ text: typed }));
  const query = useQuery(personsQuery(organization.guid, text));
  const columns: readonly DataColumn<KeptPerson>[] = [
    { id: 'name', header: 'Name', cell: (person) => <b>{subjectLabel(person)}</b> },
    { id: 'kind', header: 'As what', width: 208, cell: ({ kind }) => personKindLabels[kind] },
    { id: 'events', header: 'Named in events', width: 232, from: 1024, cell: eventsOf },
    {
      id: 'Actions',
      header: '',
      width: 208,
      align: 'right',
      cell: (person) => (
        <span className={css.actions}>
          <Button size="s" onClick={() => onOpen({ hold: holdTargetOf(person) })}>
            Hold…<VisuallyHidden> {distinctName(person)}</VisuallyHidden>
          </Button>
          <Button size="s" onClick={() => onOpen({ erase: person })}>
            Erase…<VisuallyHidden> {distinctName(person)}</VisuallyHidden>
          </Button>
        </span>
      ),
    },
  ];
  const clear = () => {
    search.clear();
    address.clear();
  };
  return (
    <Section title="People">
      <div className={css.search}>
        <SearchField label="Name, or the number of an event" value={search.typed} onChange={search.type} />
      </div>
      <QueryView query={query}>
        {({ items, totalCount }) =>
          items.length > 0 ? (
            <>
              <DataTable
                caption="Of whom something is kept"
                columns={columns}
                rows={items.slice(0, MAX_SHOWN)}
                rowKey={({ kind, guid }) => `${kind} ${guid}`}
              />
              {totalCount > MAX_SHOWN && (
                <p className={css.more}>
                  {(totalCount - MAX_SHOWN).toLocaleString('en-CA')} more. Type a name to find them.
                </p>
              )}
            </>
          ) : text ? (
            <FilteredState
              title="Nobody of that name"
              text="Check the spelling. Whoever was erased has no name any more."
              onClear={clear}
            />
          ) : (
            <EmptyState
              icon={IconUserSearch}
              title="Nobody yet"
              text="Whoever joins, or is named in an event, appears here."
            />
          )
        }
      </QueryView>
    </Section>
  );
}

function Erasures({ onOpen }: SectionProps) {
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

function Holds({ onOpen }: SectionProps) {
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
