import { IconCalendarMonth } from '@tabler/icons-react';
import { monthOf, monthsBetween, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { useStarted } from '../../../../lib/session/startup.ts';
import { formatMonth } from '../../../../lib/format/time.ts';
import { FilterPanel } from '../../../../ui/data/Filters.tsx';
import { SelectField } from '../../../../ui/inputs/SelectField.tsx';
import { rangeText, presetRanges, type Range } from '../calculation/range.ts';
import css from './Dashboard.module.css';

interface RangePickerProps {
  range: Range;
  running: YearMonth;
  isDefault: boolean;
  onChoose: (range: Range) => void;
}

const isSame = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to;

/** Selects the range of months: presets, or a first and a last month. */
export function RangePicker({ range, running, isDefault, onChoose }: RangePickerProps) {
  const { organization } = useStarted();
  const text = rangeText(range);
  const created = monthOf(organization.createdDate);
  const earliest = [created, range.from, `${running.slice(0, 4)}-01`].sort()[0]!;
  const options = monthsBetween(earliest, running > range.to ? running : range.to)
    .reverse()
    .map((month) => ({ value: month, label: formatMonth(month, { short: true }) }));
  return (
    <FilterPanel
      label={isDefault ? text : 'Months'}
      value={isDefault ? undefined : text}
      leading={<IconCalendarMonth size={20} aria-hidden />}
      width={320}
    >
      <div className={css.presets} role="group" aria-label="Common ranges">
        {presetRanges(running).map(({ label, range: preset }) => (
          <button
            key={label}
            type="button"
            className={css.preset}
            aria-pressed={isSame(preset, range)}
            onClick={() => onChoose(preset)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={css.months}>
        <SelectField
          label="From"
          name="range-from"
          options={options}
          value={range.from}
          onChange={(from) => from && onChoose({ from, to: from > range.to ? from : range.to })}
        />
        <SelectField
          label="To"
          name="range-to"
          options={options}
          value={range.to}
          onChange={(to) => to && onChoose({ from: to < range.from ? to : range.from, to })}
        />
      </div>
    </FilterPanel>
  );
}
