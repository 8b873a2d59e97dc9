import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { normalizeForSearch } from './normalize-for-search.ts';
import { CheckboxField } from './ChoiceField.tsx';
import { ChosenChips } from './ChosenChips.tsx';
import { fieldCss, FieldGroup, useFieldId, type FieldLabels } from './FormField.tsx';
import css from './GroupedChoices.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

export interface GroupedOption {
  value: string;
  label: string;
  /** The code of the option, shown next to the label and searched as well. */
  code?: string;
}

export interface OptionGroup {
  title: string;
  options: readonly GroupedOption[];
}

interface GroupedChoicesProps extends FieldLabels {
  id?: string;
  name?: string;
  groups: readonly OptionGroup[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Singular and plural of an option. */
  noun: readonly [one: string, many: string];
}

/** Maximum number of matches to render; users do not read more. */
const DRAWN = 60;

/** Normalizes words for the search: lower case, without anything that is not part of a word. */
const searchable = (words: string): string => normalizeForSearch(words).replace(/\W+/g, '');

/**
 * The groups with the options whose label, code or group title contains the typed text; all of them for an empty text.
 */
export function matchingGroups(groups: readonly OptionGroup[], typed: string): readonly OptionGroup[] {
  const wanted = searchable(typed);
  if (wanted === '') return groups;
  const has = (words: string) => searchable(words).includes(wanted);
  return groups
    .map(({ title, options }) => ({
      title,
      options: has(title) ? options : options.filter(({ label, code = '' }) => has(label) || has(code)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** The options to render, in their groups. */
function drawnOf(groups: readonly OptionGroup[]): readonly OptionGroup[] {
  let left = DRAWN;
  return groups.flatMap(({ title, options }) => {
    const drawn = options.slice(0, left);
    left -= drawn.length;
    return drawn.length > 0 ? [{ title, options: drawn }] : [];
  });
}

/** A multiple choice of very many options in groups: found by typing, or by opening a group. Chosen ones are on top. */
export function GroupedChoices({
  groups,
  value,
  onChange,
  noun: [one, many],
  id: given,
  name,
  ...words
}: GroupedChoicesProps) {
  const id = useFieldId(given, name);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const chosen = useMemo(() => new Set(value), [value]);
  const found = useMemo(() => matchingGroups(groups, wanted), [groups, wanted]);
  const count = found.reduce((sum, { options }) => sum + options.length, 0);
  const isSearched = found !== groups;
  const toggle = (option: string) =>
    onChange(chosen.has(option) ? value.filter((each) => each !== option) : [...value, option]);
  const row = ({ value: option, label, code }: GroupedOption) => (
    <li key={option}>
      <CheckboxField label={label} hint={code} checked={chosen.has(option)} onChange={() => toggle(option)} />
    </li>
  );
  return (
    <FieldGroup {...words} id={id}>
      <ChosenChips
        options={groups.flatMap(({ options }) => options).filter(({ value: option }) => chosen.has(option))}
        onRemove={toggle}
        many={many}
      />
      <div className={css.search}>
        <IconSearch size={20} aria-hidden />
        <input
          id={id}
          type="search"
          className={fieldCss.input}
          aria-label={`Search ${many}`}
          placeholder={`Search ${many}`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{isSearched ? `${count} found` : ''}</span>
      </VisuallyHidden>
      {isSearched ? (
        <div className={css.found}>
          {count === 0 && (
            <p className={css.none}>
              No {one} has “{wanted.trim()}” in its name, its code or its sector.
            </p>
          )}
          {drawnOf(found).map(({ title, options }) => (
            <div key={title} className={css.part}>
              <p className={css.title}>{title}</p>
              <ul>{options.map(row)}</ul>
            </div>
          ))}
          {count > DRAWN && (
            <p className={css.none}>
              The first {DRAWN} of {count} are shown. Type more to see fewer.
            </p>
          )}
        </div>
      ) : (
        <div className={css.groups}>
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              chosenCount={group.options.filter((option) => chosen.has(option.value)).length}
              row={row}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

/** A group, whose options are rendered once it is opened. */
function Group({
  group: { title, options },
  chosenCount,
  row,
}: {
  group: OptionGroup;
  chosenCount: number;
  row: (option: GroupedOption) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className={css.group} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {title} <small>{chosenCount > 0 ? `${chosenCount} of ${options.length} chosen` : options.length}</small>
        </span>
        <IconChevronDown size={20} aria-hidden />
      </summary>
      {open && <ul>{options.map(row)}</ul>}
    </details>
  );
}
