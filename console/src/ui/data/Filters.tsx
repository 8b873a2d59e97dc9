import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { createContext, useContext, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import { CheckboxField } from '../inputs/ChoiceField.tsx';
import { Dialog } from '../feedback/Dialog.tsx';
import { fetchedLater } from '../feedback/FetchedLater.tsx';
import css from './Filters.module.css';
import type { PanelPopoverProps } from '../layout/PanelPopover.tsx';
import type { Option } from '../inputs/SelectField.tsx';
import { useWide } from '../layout/useWide.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field; typing updates the address after a moment (see useSearchText). */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className={css.search}>
      <IconSearch size={20} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

interface FilterPanelProps {
  label: string;
  /** The active value: "Worksite: 4 of 11". Without it the filter is inactive. */
  value?: string;
  children: ReactNode;
  width?: number;
  /** An icon before the label. */
  leading?: ReactNode;
}

/** Set inside a phone's sheet, where a filter expands inline instead of opening a panel. */
const InSheet = createContext(false);

function Unfolding({ label, value, children }: FilterPanelProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={[css.filter, value && css.on].filter(Boolean).join(' ')}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {value ?? label}
        <IconChevronDown size={18} aria-hidden className={open ? css.up : undefined} />
      </button>
      {open && (
        <div id={id} className={css.unfolded}>
          {children}
        </div>
      )}
    </div>
  );
}

const PanelPopover = fetchedLater<PanelPopoverProps>(
  async () => (await import('../layout/PanelPopover.tsx')).PanelPopover,
);

/** A filter that opens a panel. An active one is tinted and shows its value. */
export function FilterPanel({ label, value, children, width = 288, leading }: FilterPanelProps) {
  const inSheet = useContext(InSheet);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (inSheet) {
    return (
      <Unfolding label={label} value={value}>
        {children}
      </Unfolding>
    );
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        id={id}
        className={[css.filter, value && css.on].filter(Boolean).join(' ')}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={() => setOpened(!opened)}
      >
        {leading}
        {value ?? label}
        <IconChevronDown size={18} aria-hidden />
      </button>
      <PanelPopover id={id} opened={opened} onChange={setOpened} button={button} label={label} width={width}>
        {children}
      </PanelPopover>
    </>
  );
}

interface FilterMenuProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
}

/** "State", "State: Reviewed", "Worksite: 4 of 11". */
function valueOf<Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  selected: readonly Value[],
): string | undefined {
  if (selected.length === 0) return undefined;
  const only = selected.length === 1 && options.find((option) => option.value === selected[0]);
  return only ? `${label}: ${only.label}` : `${label}: ${selected.length} of ${options.length}`;
}

/** A filter with multiple values. */
export function FilterMenu<Value extends string>({ label, options, selected, onChange }: FilterMenuProps<Value>) {
  const [words, setWords] = useState('');
  const shown = options.filter((option) => option.label.toLowerCase().includes(words.trim().toLowerCase()));
  const toggle = (value: Value, on: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === value ? on : selected.includes(each))));
  return (
    <FilterPanel label={label} value={valueOf(label, options, selected)}>
      {options.length > 8 && (
        <div style={{ marginBottom: 8 }}>
          <SearchField label={`Find in ${label.toLowerCase()}`} value={words} onChange={setWords} />
        </div>
      )}
      <div className={css.options} role="group" aria-label={label}>
        {shown.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            checked={selected.includes(option.value)}
            onChange={({ target }) => toggle(option.value, target.checked)}
          />
        ))}
        {shown.length === 0 && <p>Nothing found</p>}
      </div>
      {selected.length > 0 && (
        <div className={css.panelFoot}>
          <Button variant="quiet" size="s" onClick={() => onChange([])}>
            Clear {label.toLowerCase()}
          </Button>
        </div>
      )}
    </FilterPanel>
  );
}

interface FilterBarProps {
  search?: ReactNode;
  children: ReactNode;
  /** Number of active filters, for the button that opens them on a phone. */
  active: number;
  onClear: () => void;
}

/** The filters of a list: in a row, or on a phone in a sheet behind one button. */
export function FilterBar({ search, children, active, onClear }: FilterBarProps) {
  const wide = useWide(768);
  const [open, setOpen] = useState(false);
  if (wide) {
    return (
      <search className={css.bar}>
        {search}
        {children}
      </search>
    );
  }
  return (
    <search className={css.bar}>
      {search}
      <button
        type="button"
        className={[css.filter, active > 0 && css.on].filter(Boolean).join(' ')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={20} aria-hidden />
        {active === 0 ? 'Filters' : `${active} ${active === 1 ? 'filter' : 'filters'}`}
      </button>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Filters">
        <InSheet value={true}>
          <div className={css.sheet}>{children}</div>
        </InSheet>
        <div className={css.sheetFoot}>
          {active > 0 && (
            <Button size="l" onClick={onClear}>
              Clear filters
            </Button>
          )}
          <Button size="l" variant="primary" onClick={() => setOpen(false)}>
            Show the list
          </Button>
        </div>
      </Dialog>
    </search>
  );
}

interface ListBarProps {
  /** "148 events match". */
  count: ReactNode;
  /** Shown while a filter is active. */
  onClear?: () => void;
  /** Sort and density. */
  children?: ReactNode;
}

/** The bar below the filters: the number of rows, their order and density. */
export function ListBar({ count, onClear, children }: ListBarProps) {
  return (
    <div className={css.listbar}>
      <span className={css.count} role="status">
        {count}
      </span>
      {onClear && (
        <button type="button" className={css.clear} onClick={onClear}>
          Clear filters
        </button>
      )}
      <span className={css.grow} />
      {children && <div className={css.quiet}>{children}</div>}
    </div>
  );
}
