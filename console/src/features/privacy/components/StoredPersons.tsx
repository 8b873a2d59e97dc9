import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Erasure, KeptPerson, LegalHold } from '@plimsoll/contracts/privacy/privacy';
import { useStarted } from '../../../lib/session/startup.ts';
import { words } from '../../../lib/url/address-fields.ts';
import { useSearchText, useUrlState } from '../../../lib/url/url-state.ts';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { SearchField } from '../../../ui/data/Filters.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { personsQuery } from '../api.ts';
import { personKindLabels, subjectLabel } from '../labels.ts';
import { groupsByName, recordKey, type PersonGroup } from '../person-groups.ts';
import type { HoldTarget } from './HoldDialogs.tsx';
import css from './Privacy.module.css';

/** Maximum number of names shown; a longer name narrows the search. */
const MAX_SHOWN = 12;
/** Maximum number of events listed for a name. */
const MAX_LISTED = 4;
const fields = { text: words };

export type PrivacyDialog =
  | { erase: PersonGroup }
  | { hold: HoldTarget; records?: PersonGroup['records'] }
  | { release: LegalHold }
  | { cancel: Erasure };

export interface StoredPersonsProps {
  onOpen: (dialog: PrivacyDialog) => void;
}

const holdTargetOf = ({ kind, guid, name }: KeptPerson): HoldTarget => ({
  kind: kind === 'INCIDENT_TEXT' ? 'INCIDENT' : 'PERSON',
  guid,
  label: name,
});

/** Label of a group in the names of its buttons. */
const groupLabel = ({ name, records: [first, ...more] }: PersonGroup): string =>
  more.length > 0
    ? name
    : first!.kind === 'INJURED' || first!.kind === 'RELATED'
      ? `${name}, event ${first!.incidents[0]?.number ?? ''}`
      : subjectLabel(first!);

function eventsOf({ records }: PersonGroup) {
  const numbers = [...new Set(records.flatMap(({ incidents }) => incidents.map(({ number }) => number)))];
  if (numbers.length === 0) return <span className={css.muted}>None</span>;
  const more = numbers.length - MAX_LISTED;
  return `${numbers.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-CA')} more` : ''}`;
}

/** What the records of a group are: each kind once. */
const kindsOf = ({ records }: PersonGroup): string =>
  [...new Set(records.map(({ kind }) => personKindLabels[kind]))].join(', ');

/** Of whom something is stored: a row per name, with its records. */
export function StoredPersons({ onOpen }: StoredPersonsProps) {
  const { organization } = useStarted();
  const [{ text = '' }, address] = useUrlState(fields);
  const search = useSearchText(text, (typed) => address.replace({ text: typed }));
  const query = useQuery(personsQuery(organization.guid, text));
  const columns: readonly DataColumn<PersonGroup>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ records }) => <b>{subjectLabel(records[0]!)}</b>,
      sub: ({ records }) => (records.length > 1 ? `${records.length.toLocaleString('en-CA')} records` : undefined),
    },
    { id: 'kind', header: 'As what', width: 208, cell: kindsOf },
    { id: 'events', header: 'Named in events', width: 232, from: 1024, cell: eventsOf },
    {
      id: 'Actions',
      header: '',
      width: 208,
      align: 'right',
      cell: (group) => (
        <span className={css.actions}>
          <Button size="s" onClick={() => onOpen({ hold: holdTargetOf(group.records[0]!), records: group.records })}>
            Hold…<VisuallyHidden> {groupLabel(group)}</VisuallyHidden>
          </Button>
          <Button size="s" onClick={() => onOpen({ erase: group })}>
            Erase…<VisuallyHidden> {groupLabel(group)}</VisuallyHidden>
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
        {({ items, totalCount }) => {
          const rows = groupsByName(items).slice(0, MAX_SHOWN);
          const more = totalCount - rows.reduce((sum, { records }) => sum + records.length, 0);
          return items.length > 0 ? (
            <>
              <DataTable
                caption="Of whom something is kept"
                columns={columns}
                rows={rows}
                rowKey={({ records }) => recordKey(records[0]!)}
              />
              {more > 0 && (
                <p className={css.more}>
                  {more.toLocaleString('en-CA')} more {more === 1 ? 'record' : 'records'}. Type a name to find them.
                </p>
              )}
            </>
          ) : text ? (
            <FilteredState
              title="Nobody of that name"
              text="Check the spelling. People who were erased have no name."
              onClear={clear}
            />
          ) : (
            <EmptyState
              icon={IconUserSearch}
              title="Nobody yet"
              text="People appear here when they join or are named in an event."
            />
          );
        }}
      </QueryView>
    </Section>
  );
}
