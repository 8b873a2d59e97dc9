import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './FindDialog.module.css';
import { useBackCloses } from '../feedback/useBackCloses.ts';
import { useDelayed } from '../feedback/useDelayed.ts';
import { useWide } from '../layout/useWide.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** A search result that can be chosen. */
export interface FoundOption {
  id: string;
  /** An icon, or a number. */
  leading: ReactNode;
  name: ReactNode;
  hint?: ReactNode;
  aside?: ReactNode;
  onChoose: () => void;
}

export interface FoundGroup {
  id: string;
  label: string;
  options: readonly FoundOption[];
  /**
   * A result of the previous search, about to be replaced. Enter does not choose it unless the user has moved to it.
   */
  isOld?: boolean;
}

interface FindDialogProps {
  title: string;
  /** The label of the field. */
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** Maximum length of the input. */
  maxLength: number;
  groups: readonly FoundGroup[];
  /** Whether a search is in progress. */
  isSearching: boolean;
  searchingText: string;
  /** The result count as text, once it is known: "8 of 148 events, 1 page". */
  found: string;
  /** Shown if nothing was found. */
  emptyContent: ReactNode;
  error?: { text: string; onRetry: () => void } | undefined;
  onClose: () => void;
}

/** Focuses the field as it mounts, without waiting for an effect, since the user is about to type. */
const focusAtOnce = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });

const keepFocus = (pressed: MouseEvent) => {
  if (!(pressed.target instanceof HTMLInputElement)) pressed.preventDefault();
};

const steps: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowDown: (here, last) => (here >= last ? 0 : here + 1),
  ArrowUp: (here, last) => (here <= 0 ? last : here - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** A dialog with a search field: results are shown in groups, and one is chosen by key, pointer or touch. */
export function FindDialog({
  title,
  label,
  placeholder,
  typed,
  onType,
  maxLength,
  groups,
  isSearching,
  searchingText,
  found,
  emptyContent,
  error,
  onClose,
}: FindDialogProps) {
  const id = useId();
  const wide = useWide(768);
  const [activeId, setActiveId] = useState<string | null>(null);
  /** Whether Enter was pressed before the search had finished. */
  const entered = useRef(false);
  const late = useDelayed(isSearching, 400);
  useBackCloses(true, onClose);

  const options = groups.flatMap((group) => group.options);
  const foremost = groups.find((group) => group.isOld || group.options.length > 0);
  const first = foremost?.isOld ? undefined : foremost?.options[0];
  const here = options.find((option) => option.id === activeId) ?? first;
  const nameOf = (option: FoundOption) => `${id}-${option.id}`;
  const hereName = here && nameOf(here);

  useEffect(() => {
    if (hereName) document.getElementById(hereName)?.scrollIntoView?.({ block: 'nearest' });
  }, [hereName]);

  const latest = useRef(first);
  latest.current = first;
  useEffect(() => {
    if (isSearching || !entered.current) return;
    entered.current = false;
    latest.current?.onChoose();
  }, [isSearching]);

  const type = (next: string) => {
    setActiveId(null);
    entered.current = false;
    onType(next);
  };
  const press = (key: KeyboardEvent) => {
    if (key.nativeEvent.isComposing) return;
    if (key.key === 'Escape') {
      key.preventDefault();
      key.stopPropagation();
      return onClose();
    }
    if (!(key.target instanceof HTMLInputElement) || key.shiftKey || key.altKey || key.ctrlKey || key.metaKey) return;
    const step = steps[key.key];
    if (step && options.length > 0) {
      key.preventDefault();
      entered.current = false;
      const next = step(here ? options.indexOf(here) : -1, options.length - 1);
      setActiveId(options[next]!.id);
    } else if (key.key === 'Enter') {
      key.preventDefault();
      if (here) here.onChoose();
      else entered.current = isSearching;
    }
  };

  /** Announced to screen readers only: the results' place shows it to others. */
  const isNothing = options.length === 0 && !isSearching && !error;
  const status = isSearching ? (late ? searchingText : '') : (error?.text ?? found);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      size={660}
      yOffset="12dvh"
      fullScreen={!wide}
      transitionProps={{ duration: 0 }}
      classNames={{ overlay: css.overlay, content: css.content }}
    >
      <Modal.Overlay backgroundOpacity={1} color="transparent" />
      <Modal.Content aria-label={title}>
        {/* Handles Escape for this dialog alone, also over another one: the focusable elements inside stop it. A
         press outside the field leaves the focus in it. */}
        <div role="presentation" className={css.whole} onKeyDown={press} onMouseDown={keepFocus}>
          <div className={css.field}>
            <IconSearch size={22} aria-hidden />
            <input
              ref={focusAtOnce}
              data-autofocus
              data-mantine-stop-propagation="true"
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={options.length > 0}
              aria-controls={options.length > 0 ? id : undefined}
              aria-autocomplete="list"
              aria-activedescendant={hereName}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={maxLength}
              placeholder={placeholder}
              value={typed}
              onChange={({ target }) => type(target.value)}
            />
            <button
              type="button"
              data-mantine-stop-propagation="true"
              className={css.close}
              aria-label="Close"
              onClick={onClose}
            >
              <IconX size={22} aria-hidden />
            </button>
          </div>
          <div className={css.results}>
            {options.length > 0 && (
              <div id={id} role="listbox" aria-label={title} className={css.list} tabIndex={-1}>
                {groups.map(
                  (group) =>
                    group.options.length > 0 && (
                      <div
                        key={group.id}
                        role="group"
                        aria-labelledby={`${id}-of-${group.id}`}
                        className={group.isOld ? css.old : undefined}
                        aria-busy={group.isOld || undefined}
                      >
                        <div id={`${id}-of-${group.id}`} role="presentation" className={css.label}>
                          {group.label}
                        </div>
                        {group.options.map((option) => (
                          <div
                            key={option.id}
                            id={nameOf(option)}
                            role="option"
                            tabIndex={-1}
                            aria-selected={option === here}
                            className={css.option}
                            onMouseMove={() => option !== here && setActiveId(option.id)}
                            onMouseUp={({ button }) => button === 0 && option.onChoose()}
                          >
                            <span className={css.leading}>{option.leading}</span>
                            <span className={css.words}>
                              <span className={css.name}>{option.name}</span>
                              {option.hint && <small>{option.hint}</small>}
                            </span>
                            {option.aside && <span className={css.aside}>{option.aside}</span>}
                          </div>
                        ))}
                      </div>
                    ),
                )}
              </div>
            )}
            {isNothing && <div className={css.nothing}>{emptyContent}</div>}
          </div>
          <div className={css.foot}>
            <p role="status" className={error ? css.error : undefined}>
              {isNothing ? <VisuallyHidden>{status}</VisuallyHidden> : status}
            </p>
            {error && (
              <Button size="s" data-mantine-stop-propagation="true" onClick={error.onRetry}>
                Try again
              </Button>
            )}
            {wide && !error && (
              <p className={css.keys} aria-hidden="true">
                <kbd>
                  <IconArrowUp size={14} />
                </kbd>
                <kbd>
                  <IconArrowDown size={14} />
                </kbd>
                move <kbd>Enter</kbd> open <kbd>Esc</kbd> close
              </p>
            )}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
