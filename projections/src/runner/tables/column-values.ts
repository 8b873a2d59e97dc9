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
 * How values stand in a row: integers and bigints as numbers; guids, dates ('YYYY-MM-DD'), decimals and instants
 * (ISO 8601 in UTC with milliseconds; a Date is taken as well) as strings; lists as arrays; jsonb as what it says.
 */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.TIMESTAMPTZ]: (text) =>
    (pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text) as Date).toISOString(),
};

/** For `pg`: gives rows whose values are as in `ColumnType`. */
export const rowTypes = {
  getTypeParser: (oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format),
} as unknown as pg.CustomTypesConfig;

const isList = (type: ColumnType): type is 'text[]' | 'uuid[]' => type.endsWith('[]');

/** The type in which a column's values are handed over, as one array: lists and JSON travel as text. */
const carrier = (type: ColumnType): string => (isList(type) || type === 'jsonb' ? 'text' : type);

/** The column's values out of the array parameter `$index`, in SQL. */
export const unnested = (type: ColumnType, index: number): string =>
  `unnest($${index}::${carrier(type)}[])${carrier(type) === type ? '' : `::${type}`}`;

/** PostgreSQL's text cannot hold a NUL, which JSON can: it is left out. */
const quoted = (text: string): string =>
  `"${/["\\\0]/.test(text) ? text.replaceAll('\0', '').replace(/["\\]/g, '\\$&') : text}"`;

const withoutNul = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = value as string;
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
};

/** Values of one column as a PostgreSQL array: made here, since going through every value again is what costs. */
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

/** What PostgreSQL would read differently, or not at all, goes as text, and it says so. */
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

/** Milliseconds since 1970; undefined for what is not an instant in UTC to the millisecond. */
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

/** One row has the same instant in several columns, and the events of one command have it as well. */
let lastText = '';
let lastInstant = 0;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const listText = (type: 'text[]' | 'uuid[]', list: readonly string[]): string =>
  type === 'uuid[]' ? `{${list.join(',')}}` : `{${list.map(quoted).join(',')}}`;
