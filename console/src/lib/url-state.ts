import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';

type Shape = z.ZodObject;

function innermost(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodPrefault) inner = inner.unwrap();
  return inner;
}

/** Reads a schema's fields from an address; a field that is missing or makes no sense has its default. */
export function readState<Schema extends Shape>(schema: Schema, search: URLSearchParams): z.output<Schema> {
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const values = search.getAll(key);
    const given = innermost(field) instanceof z.ZodArray ? (values.length ? values : undefined) : values[0];
    const read = z.safeParse(field as z.ZodType, given);
    return [key, read.success ? read.data : z.safeParse(field as z.ZodType, undefined).data];
  });
  return Object.fromEntries(entries) as z.output<Schema>;
}

/** Writes a state as parameters. What has its default is left out; what belongs to others stays. */
export function writeState<Schema extends Shape>(schema: Schema, state: z.output<Schema>, others: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const search = new URLSearchParams(others);
  const defaults = readState(schema, new URLSearchParams());
  for (const key of Object.keys(schema.shape)) {
    search.delete(key);
    const value: unknown = (state as Record<string, unknown>)[key];
    if (value === undefined || value === null || value === '') continue;
    if (JSON.stringify(value) === JSON.stringify((defaults as Record<string, unknown>)[key])) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(key, String(each));
  }
  return search;
}

interface Writers<State> {
  /** A choice: a new entry, so that Back undoes it. */
  push: (patch: Partial<State>) => void;
  /** Typing: the same entry. */
  replace: (patch: Partial<State>) => void;
  /** Everything back to its default. */
  clear: () => void;
}

/** A schema's state in the address of the page. */
export function useUrlState<Schema extends Shape>(schema: Schema): [z.output<Schema>, Writers<z.output<Schema>>] {
  const [search, setSearch] = useSearchParams();
  const state = readState(schema, search);
  const write = (patch: Partial<z.output<Schema>>, replace: boolean) =>
    setSearch((before) => writeState(schema, { ...readState(schema, before), ...patch }, before), { replace, preventScrollReset: true });
  return [
    state,
    {
      push: (patch) => write(patch, false),
      replace: (patch) => write(patch, true),
      clear: () => setSearch((before) => writeState(schema, readState(schema, new URLSearchParams()), before), { preventScrollReset: true }),
    },
  ];
}

/** A text that is typed, and follows the address; see useSearchText. */
interface SearchText {
  typed: string;
  type: (text: string) => void;
  /** Empties the field, also of what has not taken effect yet. */
  clear: () => void;
}

/**
 * A text that is typed at once and takes effect 300 ms after the last key, without the spaces around it. It follows the
 * address when Back or a filter changes that; an address that comes late from what was typed itself takes nothing back.
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
