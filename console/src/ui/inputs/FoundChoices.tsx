import { IconSearch } from '@tabler/icons-react';
import { CheckboxField } from './ChoiceField.tsx';
import { ChosenChips } from './ChosenChips.tsx';
import { fieldCss, FieldGroup, useFieldId, type FieldLabels } from './FormField.tsx';
import css from './GroupedChoices.module.css';
import type { GroupedOption } from './GroupedChoices.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface FoundChoicesProps extends FieldLabels {
  name: string;
  chosen: readonly GroupedOption[];
  /** The results for the typed text, and their total number; null while nothing is searched. */
  found: { readonly options: readonly GroupedOption[]; readonly count: number } | null;
  typed: string;
  onType: (typed: string) => void;
  onToggle: (value: string) => void;
  /** The maximum number of choices. */
  max: number;
  /** Singular and plural of an option. */
  noun: readonly [one: string, many: string];
}

/** A multiple choice of options that are searched on the server. Chosen ones are on top. */
export function FoundChoices({
  name,
  chosen,
  found,
  typed,
  onType,
  onToggle,
  max,
  noun: [one, many],
  ...words
}: FoundChoicesProps) {
  const id = useFieldId(undefined, name);
  const isChosen = new Set(chosen.map(({ value }) => value));
  const isFull = chosen.length >= max;
  return (
    <FieldGroup {...words} id={id}>
      <ChosenChips options={chosen} onRemove={onToggle} many={many} />
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
          onChange={({ target }) => onType(target.value)}
          // Enter ends a search and must not submit the form around it.
          onKeyDown={(press) => press.key === 'Enter' && press.preventDefault()}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{found ? `${found.count} found` : ''}</span>
      </VisuallyHidden>
      {found && (
        <div className={css.found}>
          {found.options.length === 0 && (
            <p className={css.none}>
              No {one} was found for “{typed.trim()}”.
            </p>
          )}
          <ul className={css.part}>
            {found.options.map(({ value, label, code }) => (
              <li key={value}>
                <CheckboxField
                  label={label}
                  hint={code}
                  checked={isChosen.has(value)}
                  disabled={isFull && !isChosen.has(value)}
                  onChange={() => onToggle(value)}
                />
              </li>
            ))}
          </ul>
          {found.count > found.options.length && (
            <p className={css.none}>
              {found.options.length} of {found.count.toLocaleString('en-CA')} are shown: more words find fewer.
            </p>
          )}
          {isFull && <p className={css.none}>{max} may be chosen, and are.</p>}
        </div>
      )}
    </FieldGroup>
  );
}
