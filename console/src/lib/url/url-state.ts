import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AddressFields, AddressOf } from './address-fields.ts';

/** Reads fields from an address; a missing or invalid one has its default. */
export function readState<Fields extends AddressFields>(fields: Fields, search: URLSearchParams): AddressOf<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field(search.getAll(key))]),
  ) as AddressOf<Fields>;
}

/** Writes a state as URL parameters. Defaults are omitted; parameters that are not in `fields` stay. */
export function writeState<Fields extends AddressFields>(
  fields: Fields,
  state: AddressOf<Fields>,
  others: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams(others);
  const defaults: Record<string, unknown> = readState(fields, new URLSearchParams());
  for (const key of Object.keys(fields)) {
    search.delete(key);
    const value: unknown = (state as Record<string, unknown>)[key];
    if (value === undefined || value === null || value === '') continue;
    if (JSON.stringify(value) === JSON.stringify(defaults[key])) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(key, String(each));
  }
  return search;
}

interface Writers<State> {
  /** Applies a choice: a new history entry, so that Back undoes it. */
  push: (patch: Partial<State>) => void;
  /** Applies typing: replaces the current entry. */
  replace: (patch: Partial<State>) => void;
  /** Resets everything to its default. */
  clear: () => void;
}

/** The state of fields in the address of the page. */
export function useUrlState<Fields extends AddressFields>(
  fields: Fields,
): [AddressOf<Fields>, Writers<AddressOf<Fields>>] {
  const [search, setSearch] = useSearchParams();
  const state = readState(fields, search);
  const write = (patch: Partial<AddressOf<Fields>>, replace: boolean) =>
    setSearch((before) => writeState(fields, { ...readState(fields, before), ...patch }, before), {
      replace,
      preventScrollReset: true,
    });
  return [
    state,
    {
      push: (patch) => write(patch, false),
      replace: (patch) => write(patch, true),
      clear: () =>
        setSearch((before) => writeState(fields, readState(fields, new URLSearchParams()), before), {
          preventScrollReset: true,
        }),
    },
  ];
}

/** A search text that is typed and follows the address; see useSearchText. */
interface SearchText {
  typed: string;
  type: (text: string) => void;
  /** Empties the field, including text that has not taken effect yet. */
  clear: () => void;
}

/**
 * A search text that is shown at once and takes effect 300 ms after the last key, trimmed. It follows the address when
 * Back or a filter changes it; a late update that stems from the typing itself does not revert the field.
 */
export function useSearchText(text: string, commit: (text: string) => void): SearchText {
  const [typed, setTyped] = useState(text);
  const underWay = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ text, commit });
  latest.current = { text, commit };

  useEffect(() => {
    const own = underWay.current.indexOf(text);
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1);
    if (own >= 0) return;
    clearTimeout(timer.current);
    setTyped((before) => (before.trim() === text ? before : text));
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = useCallback((next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const words = next.trim();
      if (words === (underWay.current.at(-1) ?? latest.current.text)) return;
      underWay.current.push(words);
      latest.current.commit(words);
    }, 300);
  }, []);
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    setTyped('');
  }, []);
  return { typed, type, clear };
}
