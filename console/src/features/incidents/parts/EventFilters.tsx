import { useQuery } from '@tanstack/react-query';
import { incidentStates, riskBands } from '@plimsoll/contracts/incidents/vocabulary';
import { useStarted } from '../../../lib/startup.ts';
import { formatDay } from '../../../lib/time.ts';
import { useSearchWords } from '../../../lib/url-state.ts';
import { bandWord, stateWord } from '../../../ui/Badge.tsx';
import { Switch } from '../../../ui/ChoiceField.tsx';
import { FilterBar, FilterMenu, FilterPanel, SearchField } from '../../../ui/Filters.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { DateField } from '../../../ui/TextField.tsx';
import { useWide } from '../../../ui/useWide.ts';
import { formsQuery } from '../../../lib/forms.ts';
import { activeFilters, type ListAddress } from '../list-address.ts';
import { MoreFilters } from './MoreFilters.tsx';
import { orders } from './orders.ts';
import css from './EventFilters.module.css';

const states = incidentStates.map((state) => ({ value: state, label: stateWord(state) }));
const bands = riskBands.map((band) => ({ value: band, label: bandWord(band) }));
const options = (things: readonly { guid: string; name: string }[]) => things.map(({ guid, name }) => ({ value: guid, label: name }));

interface EventFiltersProps {
  address: ListAddress;
  /** A choice: a new entry in the browser's history. */
  onChoose: (patch: Partial<ListAddress>) => void;
  /** Typing: the same entry. */
  onType: (patch: Partial<ListAddress>) => void;
  onClear: () => void;
}

function daysWords(from?: string, to?: string): string | undefined {
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `From ${formatDay(from)}`;
  return to ? `Until ${formatDay(to)}` : undefined;
}

/** What the list can be narrowed by. An active filter names its value. */
export function EventFilters({ address, onChoose, onType, onClear }: EventFiltersProps) {
  const { organization, features } = useStarted();
  const forms = useQuery(formsQuery(organization.guid)).data?.items ?? [];
  const [words, setWords] = useSearchWords(address.text ?? '', (text) => onType({ text: text.trim() || undefined }));
  const wide = useWide(768);
  const worksites = features.has('WORKSITES') ? organization.worksites : [];
  return (
    <FilterBar search={<SearchField label="Number or words" value={words} onChange={setWords} />} active={activeFilters(address).length} onClear={onClear}>
      {!wide && (
        <SelectField
          label="Sort by"
          options={orders.map(({ label, key, direction }) => ({ value: `${key} ${direction}`, label }))}
          value={`${address.sortBy} ${address.sortDirection}`}
          onChange={(chosen) => {
            const order = orders.find(({ key, direction }) => `${key} ${direction}` === chosen) ?? orders[0]!;
            onChoose({ sortBy: order.key, sortDirection: order.direction });
          }}
        />
      )}
      <FilterMenu label="State" options={states} selected={address.state ?? []} onChange={(state) => onChoose({ state })} />
      <FilterMenu label="Risk" options={bands} selected={address.riskBand ?? []} onChange={(riskBand) => onChoose({ riskBand })} />
      <FilterMenu label="Form" options={forms.map(({ formGuid, name }) => ({ value: formGuid, label: name }))} selected={address.formGuid ?? []} onChange={(formGuid) => onChoose({ formGuid })} />
      {worksites.length > 0 && <FilterMenu label="Worksite" options={options(worksites)} selected={address.worksiteGuid ?? []} onChange={(worksiteGuid) => onChoose({ worksiteGuid })} />}
      <FilterPanel label="Date" value={daysWords(address.from, address.to)}>
        <div className={css.days}>
          <DateField label="From" id="filter-from" value={address.from ?? ''} max={address.to} onChange={({ target }) => onType({ from: target.value || undefined })} />
          <DateField label="Until" id="filter-to" value={address.to ?? ''} min={address.from} onChange={({ target }) => onType({ to: target.value || undefined })} />
        </div>
      </FilterPanel>
      <MoreFilters address={address} onChoose={onChoose} />
      <Switch label="Assigned to me" checked={address.assignedToMe === 'true'} onChange={({ target }) => onChoose({ assignedToMe: target.checked ? 'true' : undefined })} />
    </FilterBar>
  );
}
