import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { normalizeForSearch } from './normalize-for-search.ts';
import css from './FindField.module.css';
import { fieldCss, FormField, useFieldId, type FieldLabels } from './FormField.tsx';

export interface Findable {
  value: string;
  label: string;
  /** A second line, which is searched as well. */
  hint?: string;
  /** The code of the option, shown next to the label and searched as well. */
  code?: string;
}

interface FindFieldProps extends FieldLabels {
  id?: string;
  name?: string;
  options: readonly Findable[];
  value: string;
  /** Called with the empty string when the choice is cleared. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Called when the field gets the focus: the moment to load a long list. */
  onFocus?: () => void;
  loading?: boolean;
  placeholder?: string;
}

/** Maximum number of matches to render; users do not read more. */
const DRAWN = 40;

/** The options that contain all typed words; those that start with them come first. */
function find(options: readonly Findable[], typed: string): readonly Findable[] {
  const wanted = normalizeForSearch(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return options;
  const found = options.filter(({ label, hint, code }) => {
    const words = normalizeForSearch(`${label} ${hint ?? ''} ${code ?? ''}`);
    return wanted.every((word) => words.includes(word));
  });
  const begins = ({ label }: Findable) => (normalizeForSearch(label).startsWith(wanted[0]!) ? 0 : 1);
  return [...found].sort((one, other) => begins(one) - begins(other));
}

/** A single choice of very many options, found by typing: an editable combobox that renders only the first matches. */
export function FindField({
  options,
  value,
  onChange,
  onBlur,
  onFocus,
  loading,
  placeholder = 'Type to search',
  id: given,
  name,
  ...words
}: FindFieldProps) {
  const id = useFieldId(given, name);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value]);
  const code = typed === null ? chosen?.code : undefined;
  const wanted = useDeferredValue(typed ?? '');
  const found = useMemo(() => (open ? find(options, wanted) : []), [open, options, wanted]);
  const drawn = found.slice(0, DRAWN);
  const here = Math.min(active, drawn.length - 1);

  const show = () => {
    setOpen(true);
    setActive(0);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: Findable) => {
    onChange(option.value);
    close();
  };
  const press = (key: KeyboardEvent) => {
    if (key.key === 'Escape' && open) {
      key.preventDefault();
      key.stopPropagation();
      return close();
    }
    if (key.key === 'ArrowDown' || key.key === 'ArrowUp') {
      key.preventDefault();
      if (!open) return show();
      return setActive(Math.max(0, Math.min(drawn.length - 1, here + (key.key === 'ArrowDown' ? 1 : -1))));
    }
    if (key.key === 'Enter' && open) {
      // Enter in an open list chooses, and does not submit the form around it, also while the options are loading.
      key.preventDefault();
      if (drawn[here]) choose(drawn[here]);
    }
  };

  return (
    <FormField {...words} id={id}>
      {(aria) => (
        <div className={css.field}>
          <input
            {...aria}
            ref={input}
            name={name}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={open && drawn[here] ? `${list}-${here}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            className={[fieldCss.input, css.input, code && css.coded, words.question && fieldCss.tall]
              .filter(Boolean)
              .join(' ')}
            value={typed ?? chosen?.label ?? (loading ? '' : value)}
            onFocus={onFocus}
            onClick={() => (open ? undefined : show())}
            onChange={({ target }) => {
              setTyped(target.value);
              show();
            }}
            onKeyDown={press}
            onBlur={() => {
              if (typed === '' && value) onChange('');
              close();
              onBlur?.();
            }}
          />
          {code && <span className={css.code}>{code}</span>}
          {value ? (
            <button
              type="button"
              className={css.clear}
              aria-label={`Clear: ${words.label}`}
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            >
              <IconX size={18} aria-hidden />
            </button>
          ) : (
            <IconChevronDown className={css.chevron} size={20} aria-hidden />
          )}
          <ul id={list} role="listbox" aria-label={words.label} className={css.list} hidden={!open}>
            {drawn.map((option, place) => (
              <li
                key={option.value}
                id={`${list}-${place}`}
                role="option"
                aria-selected={option.value === value}
                data-active={place === here || undefined}
                ref={(element) => {
                  if (open && place === here) element?.scrollIntoView?.({ block: 'nearest' });
                }}
                onMouseDown={(press) => press.preventDefault()}
                onMouseUp={() => choose(option)}
              >
                {option.label} {option.code && <span className={css.aside}>{option.code}</span>}
                {option.hint && <small>{option.hint}</small>}
              </li>
            ))}
            {open && drawn.length === 0 && (
              <li role="option" aria-selected={false} aria-disabled="true" className={css.none}>
                {loading ? 'Loading…' : 'Nothing found'}
              </li>
            )}
            {found.length > DRAWN && (
              <li role="option" aria-selected={false} aria-disabled="true" className={css.none}>
                {found.length - DRAWN} more. Type to narrow the list.
              </li>
            )}
          </ul>
        </div>
      )}
    </FormField>
  );
}
