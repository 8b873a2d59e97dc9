import {
  boolsOrNulls,
  instantsOrNulls,
  int4sOrNulls,
  int8sOrNulls,
  textArray,
  uuidArray,
} from '@plimsoll/postgres/binary-arrays';
import pg from 'pg';
import type { ColumnType } from './table.ts';

/**
 * Values in a row: integers and bigints as numbers; guids, dates ('YYYY-MM-DD'), decimals and instants (ISO 8601 in UTC
 * with milliseconds; a Date is accepted too) as strings; lists as arrays; jsonb as its parsed value.
 */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.TIMESTAMPTZ]: (text) =>
    (pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text) as Date).toISOString(),
};

/** Type parsers for `pg` that return values as in `ColumnType`. */
export const rowTypes = {
  getTypeParser: (oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
} as unknown as pg.CustomTypesConfig;

const isList = (type: ColumnType): type is 'text[]' | 'uuid[]' => type.endsWith('[]');

/** The element type of the array that carries a column's values: lists and JSON travel as text. */
const carrier = (type: ColumnType): string => (isList(type) || type === 'jsonb' ? 'text' : type);

/** SQL that unnests a column's values from the array parameter `$index`. */
export const unnested = (type: ColumnType, index: number): string =>
  `unnest($${index}::${carrier(type)}[])${carrier(type) === type ? '' : `::${type}`}`;

/** Quotes a text. Removes NUL, which JSON allows and PostgreSQL's text does not. */
const quoted = (text: string): string =>
  `"${/["\\\0]/.test(text) ? text.replaceAll('\0', '').replace(/["\\]/g, '\\$&') : text}"`;

const withoutNul = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = value as string;
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
};

/**
 * Encodes a column's values as a PostgreSQL array. Done here, since letting `pg` process every value again is
 * expensive.
 */
export function arrayOf(type: ColumnType, values: readonly unknown[]): string | Buffer {
  if (type === 'text') return textArray(values.map(withoutNul));
  if (type === 'uuid') return uuidArray(values.map((value) => (value ?? null) as string | null));
  const binary = binaryOf(type, values);
  if (binary !== undefined) return binary;
  const parts = new Array<string>(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === null || value === undefined) parts[index] = 'NULL';
    else if (type === 'jsonb') parts[index] = quoted(JSON.stringify(value));
    else if (isList(type)) parts[index] = quoted(listText(type, value as readonly string[]));
    else if (type === 'timestamptz') parts[index] = `"${value instanceof Date ? value.toISOString() : String(value)}"`;
    else parts[index] = String(value);
  }
  return `{${parts.join(',')}}`;
}

/**
 * Encodes in binary, or returns undefined for values that PostgreSQL would read differently or not at all: those go as
 * text.
 */
function binaryOf(type: ColumnType, values: readonly unknown[]): string | Buffer | undefined {
  switch (type) {
    case 'integer':
      return values.every((value) => isNothing(value) || isWhole(value, 2 ** 31 - 1))
        ? int4sOrNulls(values as readonly (number | null)[])
        : undefined;
    case 'bigint':
      return values.every((value) => isNothing(value) || isWhole(value, Number.MAX_SAFE_INTEGER))
        ? int8sOrNulls(values as readonly (number | null)[])
        : undefined;
    case 'boolean':
      return values.every((value) => isNothing(value) || typeof value === 'boolean')
        ? boolsOrNulls(values as readonly (boolean | null)[])
        : undefined;
    case 'timestamptz': {
      const instants = values.map(instantOf);
      return instants.includes(undefined) ? undefined : instantsOrNulls(instants as readonly (number | null)[]);
    }
    default:
      return undefined;
  }
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;
const isWhole = (value: unknown, most: number): boolean => Number.isInteger(value) && Math.abs(value as number) <= most;

/** Parses an instant to milliseconds since 1970; undefined unless it is in UTC with milliseconds. */
export function instantOf(value: unknown): number | null | undefined {
  if (isNothing(value)) return null;
  if (value === lastText) return lastInstant;
  const instant =
    value instanceof Date
      ? value.getTime()
      : typeof value === 'string' && INSTANT.test(value)
        ? Date.parse(value)
        : NaN;
  if (Number.isNaN(instant)) return undefined;
  if (typeof value === 'string') [lastText, lastInstant] = [value, instant];
  return Math.trunc(instant);
}

/** Cache of one: a row has the same instant in several columns, and so do the events of one command. */
let lastText = '';
let lastInstant = 0;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const listText = (type: 'text[]' | 'uuid[]', list: readonly string[]): string =>
  type === 'uuid[]' ? `{${list.join(',')}}` : `{${list.map(quoted).join(',')}}`;
