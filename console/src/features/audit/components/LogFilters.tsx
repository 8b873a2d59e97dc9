import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { SelectField, type Option } from '../../../ui/inputs/SelectField.tsx';
import { DateField } from '../../../ui/inputs/TextField.tsx';
import css from './Audit.module.css';

interface LogFilterValues {
  from?: string | undefined;
  to?: string | undefined;
  person?: string | undefined;
}

function formatDayRange({ from, to }: LogFilterValues): string | undefined {
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `From ${formatDay(from)}`;
  return to ? `Until ${formatDay(to)}` : undefined;
}

/** Filters of a log: days and person. */
export function LogFilters({
  filters,
  onFilter,
}: {
  filters: LogFilterValues;
  onFilter: (patch: LogFilterValues) => void;
}) {
  const { organization } = useStarted();
  const members = useQuery(membersQuery(organization.guid)).data?.items ?? [];
  const people = members.map(({ userAccount: { guid, name } }) => ({ value: guid, label: name }));
  const person = filters.person && (people.find(({ value }) => value === filters.person)?.label ?? 'Somebody else');
  return (
    <>
      <FilterPanel label="Days" value={formatDayRange(filters)}>
        <div className={css.days}>
          <DateField
            label="From"
            id="log-from"
            value={filters.from ?? ''}
            max={filters.to}
            onChange={({ target }) => onFilter({ from: target.value || undefined })}
          />
          <DateField
            label="Until"
            id="log-to"
            value={filters.to ?? ''}
            min={filters.from}
            onChange={({ target }) => onFilter({ to: target.value || undefined })}
          />
        </div>
      </FilterPanel>
      <FilterPanel label="Person" value={person} width={320}>
        <FindField
          label="Person"
          id="log-person"
          options={people}
          value={filters.person ?? ''}
          onChange={(guid) => onFilter({ person: guid || undefined })}
        />
      </FilterPanel>
    </>
  );
}

/** Filter of a log with one choice from a list. */
export function OneOfFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Option<Value>[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <FilterPanel label={label} value={chosen && `${label}: ${chosen}`}>
      <SelectField
        label={label}
        id={`log-${label.toLowerCase()}`}
        placeholder="All"
        options={options}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </FilterPanel>
  );
}
