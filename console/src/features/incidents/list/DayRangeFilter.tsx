import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { formatDay } from '../../../lib/format/time.ts';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { DateField } from '../../../ui/inputs/TextField.tsx';
import css from './EventFilters.module.css';

/** For example "3 Nov 2026 – 9 Nov 2026", "From 3 Nov 2026"; undefined without a day. */
export function formatDayRange(from?: string, to?: string): string | undefined {
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `From ${formatDay(from)}`;
  return to ? `Until ${formatDay(to)}` : undefined;
}

interface DayRangeFilterProps {
  from: string | undefined;
  to: string | undefined;
  onType: (patch: { from?: string | undefined; to?: string | undefined }) => void;
}

/** Filter by the day on which events happened. */
export function DayRangeFilter({ from, to, onType }: DayRangeFilterProps) {
  return (
    <FilterPanel label={eventFieldTexts.occurrenceDate} value={formatDayRange(from, to)}>
      <div className={css.days}>
        <DateField
          label="From"
          id="filter-from"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => onType({ from: target.value || undefined })}
        />
        <DateField
          label="Until"
          id="filter-to"
          value={to ?? ''}
          min={from}
          onChange={({ target }) => onType({ to: target.value || undefined })}
        />
      </div>
    </FilterPanel>
  );
}
