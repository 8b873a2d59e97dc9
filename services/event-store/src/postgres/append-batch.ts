import {
  boolArray,
  byteaArray,
  int2Array,
  int4Array,
  int8sOrNulls,
  textArray,
  uuidArray,
} from '@plimsoll/postgres/binary-arrays';
import type { BoundValue } from '@plimsoll/postgres/extended-query';
import type { Statement } from '@plimsoll/postgres/statement';
import { streamName, type StreamId } from '../port/event-store.ts';

/** An append that is ready for the database: validated, sealed, serialized. Guids are in lower case. */
export interface PreparedAppend {
  readonly tenant: string;
  readonly commandId: string;
  readonly fingerprint: Uint8Array;
  readonly records: readonly { readonly check: number; readonly numbered: boolean; readonly body: string }[];
  readonly checks: readonly {
    readonly stream: StreamId;
    readonly expect: number;
    readonly noReferencesAfter?: number | undefined;
  }[];
  readonly reservations: readonly string[];
  readonly releases: readonly string[];
  readonly keys: readonly { readonly subject: string; readonly stream: string | null; readonly wrapped: Uint8Array }[];
  readonly claims: Claims;
}

/** An answer of `append_events`, with indexes from 0. */
export type BatchAnswer =
  | {
      readonly status: 'written' | 'repeated';
      readonly position: number;
      readonly revision: number;
      readonly number: number | null;
    }
  | { readonly status: 'reused' | 'noTenant' | 'busy' }
  | { readonly status: 'conflict'; readonly check: number; readonly revision: number }
  | { readonly status: 'taken'; readonly reservation: number }
  | { readonly status: 'keyExists'; readonly key: number };

export const APPEND: Statement = {
  name: 'append_events',
  text: 'select append_events($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27)',
};

export const OPEN_TENANTS: Statement = { name: 'open_tenants', text: 'select open_tenants($1)' };

/** Names that decide which appends may share a batch. */
export interface Claims {
  /** Command, written streams, names, new subjects: no other append of the batch may use them. */
  readonly exclusive: readonly string[];
  /**
   * Read dependencies: several appends may share one, as long as none of them writes to it. Without sharing, reports
   * into one group would be written one by one.
   */
  readonly shared: readonly string[];
}

/** Computes an append's claims. Once per append, since it may wait for several batches. */
export function claimsOf({
  tenant,
  commandId,
  records,
  checks,
  reservations,
  releases,
  keys,
}: Omit<PreparedAppend, 'claims'>): Claims {
  const exclusive = [commandId, ...reservations, ...releases];
  for (const { subject } of keys) exclusive.push(`${tenant}/${subject}`);
  const shared: string[] = [];
  const written = new Set<number>();
  for (const { check } of records) written.add(check);
  checks.forEach(({ stream }, index) => (written.has(index) ? exclusive : shared).push(streamName(stream)));
  return { exclusive, shared };
}

/**
 * Reserves an append's claims in a batch; returns whether all were free. All are checked before any is reserved: an
 * append may name something twice, and must not wait for itself.
 * @param reserved by name: whether it is reserved exclusively.
 */
export function reserve({ exclusive, shared }: Claims, reserved: Map<string, boolean>): boolean {
  const free = !exclusive.some((name) => reserved.has(name)) && !shared.some((name) => reserved.get(name) === true);
  for (const name of exclusive) reserved.set(name, true);
  for (const name of shared) if (!reserved.has(name)) reserved.set(name, false);
  return free;
}

/**
 * Encodes the arguments of `append_events` for appends sorted by tenant.
 * @param wait false skips heads that another transaction holds.
 */
export function encodeBatch(appends: readonly PreparedAppend[], wait: boolean): BoundValue[] {
  const tenants: string[] = [];
  const a = { tenant: [] as number[] };
  const r = {
    append: [] as number[],
    tenant: [] as string[],
    check: [] as number[],
    numbered: [] as boolean[],
    command: [] as (string | null)[],
    fingerprint: [] as (Uint8Array | null)[],
    size: [] as number[],
    body: [] as string[],
  };
  const c = {
    append: [] as number[],
    kind: [] as string[],
    stream: [] as string[],
    expected: [] as number[],
    begins: [] as boolean[],
    command: [] as (string | null)[],
  };
  const n = { check: [] as number[], after: [] as number[] };
  const v = { append: [] as number[], key: [] as string[] };
  const l = { append: [] as number[], key: [] as string[] };
  const k = {
    append: [] as number[],
    subject: [] as string[],
    stream: [] as (string | null)[],
    wrapped: [] as Uint8Array[],
  };
  let index = 0;
  for (const append of appends) {
    index++;
    if (tenants.at(-1) !== append.tenant) tenants.push(append.tenant);
    a.tenant.push(tenants.length);
    let first = true;
    const firstCheck = c.append.length + 1;
    for (const check of append.checks) {
      c.command.push(c.append.at(-1) === index ? null : append.commandId);
      c.append.push(index);
      c.kind.push(check.stream.kind);
      c.stream.push(check.stream.guid);
      c.expected.push(check.expect);
      c.begins.push(false);
      if (check.noReferencesAfter !== undefined) {
        n.check.push(c.append.length);
        n.after.push(check.noReferencesAfter);
      }
    }
    for (const record of append.records) {
      r.append.push(index);
      r.tenant.push(append.tenant);
      r.command.push(first ? append.commandId : null);
      r.fingerprint.push(first ? append.fingerprint : null);
      r.size.push(append.records.length);
      first = false;
      const check = firstCheck + record.check;
      c.begins[check - 1] = c.expected[check - 1] === 0;
      r.check.push(check);
      r.numbered.push(record.numbered);
      r.body.push(record.body);
    }
    for (const key of append.reservations) {
      v.append.push(index);
      v.key.push(key);
    }
    for (const key of append.releases) {
      l.append.push(index);
      l.key.push(key);
    }
    for (const key of append.keys) {
      k.append.push(index);
      k.subject.push(key.subject);
      k.stream.push(key.stream);
      k.wrapped.push(key.wrapped);
    }
  }
  return [
    wait,
    uuidArray(tenants),
    int4Array(a.tenant),
    int4Array(r.append),
    uuidArray(r.tenant),
    int4Array(r.check),
    boolArray(r.numbered),
    uuidArray(r.command),
    byteaArray(r.fingerprint),
    int2Array(r.size),
    textArray(r.body),
    int4Array(c.append),
    textArray(c.kind),
    uuidArray(c.stream),
    int4Array(c.expected),
    boolArray(c.begins),
    uuidArray(c.command),
    int4Array(n.check),
    int8sOrNulls(n.after),
    int4Array(v.append),
    textArray(v.key),
    int4Array(l.append),
    textArray(l.key),
    int4Array(k.append),
    uuidArray(k.subject),
    uuidArray(k.stream),
    byteaArray(k.wrapped),
  ];
}

/** Decodes the answers, in the order of the appends. */
export function decodeAnswers(text: string, appends: readonly PreparedAppend[]): BatchAnswer[] {
  const numbers = text.slice(1, -1).split(',');
  const records = appends.reduce((sum, append) => sum + append.records.length, 0);
  const positions = numbers.length - records * 3;
  let next = positions;
  let checks = 0;
  let reservations = 0;
  let keys = 0;
  return appends.map((append, index) => {
    const first = next;
    const before = { checks, reservations, keys };
    next += append.records.length;
    checks += append.checks.length;
    reservations += append.reservations.length;
    keys += append.keys.length;
    const at = index * 4;
    const status = positions === 0 ? '0' : numbers[at];
    const found = Number(numbers[at + 1]);
    const revision = Number(numbers[at + 2]);
    switch (status) {
      case '0':
        return {
          status: 'written',
          position: Number(numbers[next - 1]),
          revision: Number(numbers[next - 1 + records]),
          number: lastNumber(numbers, first + records * 2, next + records * 2),
        };
      case '2':
        return { status: 'repeated', position: found, revision, number: lastNumber(numbers, at + 3, at + 4) };
      case '3':
        return { status: 'reused' };
      case '4':
        return { status: 'conflict', check: found - 1 - before.checks, revision };
      case '5':
        return { status: 'taken', reservation: found - 1 - before.reservations };
      case '6':
        return { status: 'keyExists', key: found - 1 - before.keys };
      case '7':
        return { status: 'noTenant' };
      case '8':
        return { status: 'busy' };
      default:
        throw new Error(`append_events answered ${numbers.slice(at, at + 4).join(',')}`);
    }
  });
}

function lastNumber(numbers: readonly string[], from: number, to: number): number | null {
  for (let at = to - 1; at >= from; at--) if (numbers[at] !== 'NULL') return Number(numbers[at]);
  return null;
}
