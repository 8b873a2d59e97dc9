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
import { PlaceHoldDialog, ReleaseHoldDialog, type ToHold } from '../components/HoldDialogs.tsx';
import css from '../components/Privacy.module.css';
import { erasureStanding, holdWords, personKindWords, subjectWords } from '../labels.ts';

/** Maximum number of persons shown; a longer name narrows the search. */
const DRAWN = 12;
/** Maximum number of events listed for a person. */
const NAMED = 4;
const fields = { text: words };

/** Prefetches the page's data while the chunk is loading. */
export const loader = prefetching(({ organization: { guid, isAdmin } }) =>
  isAdmin ? [personsQuery(guid, ''), erasuresQuery(guid), holdsQuery(guid)] : [],
);

type Asked = { erase: KeptPerson } | { hold: ToHold } | { release: LegalHold } | { cancel: Erasure };

/** Stored personal data, its erasure, and legal holds. */
export function Component() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader
        title="Privacy"
        meta="What is kept of people, how it is erased for good, and what must not be."
        actions={
          <Button
            leading={<IconLock size={20} aria-hidden />}
            onClick={() => setAsked({ hold: { kind: 'ORGANIZATION', guid: null, label: null } })}
          >
            Hold everything…
          </Button>
        }
      />
      <Stack>
        <People onAsk={setAsked} />
        <Erasures onAsk={setAsked} />
        <Holds onAsk={setAsked} />
      </Stack>
      {asked && 'erase' in asked && <EraseDialog person={asked.erase} onClose={close} />}
      {asked && 'hold' in asked && <PlaceHoldDialog held={asked.hold} onClose={close} />}
      {asked && 'release' in asked && <ReleaseHoldDialog hold={asked.release} onClose={close} />}
      {asked && 'cancel' in asked && <CancelDialog erasure={asked.cancel} onClose={close} />}
    </>
  );
}

interface PartProps {
  onAsk: (asked: Asked) => void;
}

const heldBy = ({ kind, guid, name }: KeptPerson): ToHold => ({
  kind: kind === 'INCIDENT_TEXT' ? 'INCIDENT' : 'PERSON',
  guid,
  label: name,
});

/** Distinguishes persons of the same name in accessible labels. */
const whichOf = (person: KeptPerson): string =>
  person.kind === 'INJURED' || person.kind === 'RELATED'
    ? `${person.name}, event ${person.incidents[0]?.number ?? ''}`
    : subjectWords(person);

function eventsOf({ incidents }: KeptPerson) {
  if (incidents.length === 0) return <span className={css.muted}>None</span>;
  const more = incidents.length - NAMED;
  return `${incidents
    .slice(0, NAMED)
    .map(({ number }) => number)
    .join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-CA')} more` : ''}`;
}

function People({ onAsk }: PartProps) {
  const { organization } = useStarted();
  const [{ text = '' }, address] = useUrlState(fields);
  const search = useSearchText(text, (typed) => address.replace({ text: typed }));
  const query = useQuery(personsQuery(organization.guid, text));
  const columns: readonly DataColumn<KeptPerson>[] = [
    { id: 'name', header: 'Name', cell: (person) => <b>{subjectWords(person)}</b> },
    { id: 'kind', header: 'As what', width: 208, cell: ({ kind }) => personKindWords[kind] },
    { id: 'events', header: 'Named in events', width: 232, from: 1024, cell: eventsOf },
    {
      id: 'Actions',
      header: '',
      width: 208,
      align: 'right',
      cell: (person) => (
        <span className={css.actions}>
          <Button size="s" onClick={() => onAsk({ hold: heldBy(person) })}>
            Hold…<VisuallyHidden> {whichOf(person)}</VisuallyHidden>
          </Button>
          <Button size="s" onClick={() => onAsk({ erase: person })}>
            Erase…<VisuallyHidden> {whichOf(person)}</VisuallyHidden>
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
                rows={items.slice(0, DRAWN)}
                rowKey={({ kind, guid }) => `${kind} ${guid}`}
              />
              {totalCount > DRAWN && (
                <p className={css.more}>
                  {(totalCount - DRAWN).toLocaleString('en-CA')} more. Type a name to find them.
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

function Erasures({ onAsk }: PartProps) {
  const { organization } = useStarted();
  const query = useQuery(erasuresQuery(organization.guid));
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const columns: readonly DataColumn<Erasure>[] = [
    { id: 'what', header: 'What', cell: (erasure) => <b>{subjectWords(erasure)}</b> },
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
        const { label, ...look } = erasureStanding(erasure);
        return <Badge {...look}>{label}</Badge>;
      },
    },
    {
      id: 'Actions',
      header: '',
      width: 112,
      align: 'right',
      cell: (erasure) =>
        erasure.status === 'PENDING' && (
          <Button size="s" onClick={() => onAsk({ cancel: erasure })}>
            Cancel…<VisuallyHidden> erasing {subjectWords(erasure)}</VisuallyHidden>
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

function Holds({ onAsk }: PartProps) {
  const { organization } = useStarted();
  const query = useQuery(holdsQuery(organization.guid));
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const columns: readonly DataColumn<LegalHold>[] = [
    { id: 'what', header: 'What is held', cell: (hold) => <b>{holdWords(hold)}</b> },
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
          <Button size="s" onClick={() => onAsk({ release: hold })}>
            Release…<VisuallyHidden> {holdWords(hold)}</VisuallyHidden>
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
      text={`Nothing of ${subjectWords(erasure)} is erased. Ask again whenever you like.`}
      refused="The erasure was not cancelled"
      done="The erasure was cancelled"
      danger={false}
      send={(key) => send({ asked: { params: { orgGuid: organization.guid, erasureGuid: erasure.erasureGuid } }, key })}
      onClose={onClose}
    />
  );
}
