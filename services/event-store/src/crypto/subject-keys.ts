import type { KeyObject } from 'node:crypto';
import { RecentEntries } from '../port/recent-entries.ts';
import { DESTROYED, type KeyName, type Sealing } from './sealing.ts';

/**
 * Reads wrapped keys from storage. A permanently destroyed key has `wrapped: null`; unknown subjects are missing from
 * the result.
 */
export type FetchSubjectKeys = (
  wanted: readonly KeyName[],
) => Promise<readonly (KeyName & { readonly wrapped: Buffer | null })[]>;

/** A key, or DESTROYED if it was destroyed permanently. */
export type KnownKey = KeyObject | typeof DESTROYED;

const CAPACITY = 10_000;
const MAX_AGE_MS = 1_000;
/** A page with more new subjects belongs to a full scan of the log; its keys would evict those in use. */
const MAX_REMEMBERED = 500;

interface Entry {
  readonly key: KnownKey;
  /** As text: a small Buffer would retain the large one that it is a slice of. */
  readonly wrapped: string | null;
  readonly since: number;
}

const textOf = (wrapped: Buffer): string => wrapped.toString('latin1');

/**
 * Caches subjects' keys for at most a second, so that an erasure takes effect everywhere within that time. It does not
 * cache that a subject has no key: the next append may make one, and a projector that reads its event without the key
 * would write "erased" into a read model for good.
 */
export class SubjectKeys {
  readonly #sealing: Sealing;
  readonly #fetch: FetchSubjectKeys;
  readonly #now: () => number;
  readonly #entries = new RecentEntries<Entry>(MAX_AGE_MS, CAPACITY / 2);

  /** @param now a monotonic clock in milliseconds. */
  constructor(sealing: Sealing, fetch: FetchSubjectKeys, now: () => number = () => performance.now()) {
    this.#sealing = sealing;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Returns a cached key without a query; undefined if nothing is cached. */
  known(tenant: string, subject: string): KnownKey | undefined {
    const entry = this.#entries.get(`${tenant}/${subject}`);
    return entry && this.#now() - entry.since < MAX_AGE_MS ? entry.key : undefined;
  }

  /** Caches a key that was just stored. */
  remember(tenant: string, subject: string, key: KeyObject, wrapped: Buffer): void {
    this.#keep(`${tenant}/${subject}`, key, wrapped);
  }

  #keep(name: string, key: KnownKey, wrapped: Buffer | null): void {
    const now = this.#now();
    this.#entries.set(name, { key, wrapped: wrapped && textOf(wrapped), since: now }, now);
  }

  /** Unwraps and caches a key that was read with other data; null means that it was destroyed permanently. */
  unwrap(tenant: string, subject: string, wrapped: Buffer | null): KeyObject | null {
    const name = `${tenant}/${subject}`;
    if (wrapped === null) {
      this.#keep(name, DESTROYED, null);
      return null;
    }
    const entry = this.#entries.get(name);
    const key =
      entry && entry.key !== DESTROYED && entry.wrapped === textOf(wrapped)
        ? entry.key
        : this.#sealing.unwrap({ tenant, subject }, wrapped);
    this.#keep(name, key, wrapped);
    return key;
  }

  forget(tenant: string, subject: string): void {
    this.#entries.delete(`${tenant}/${subject}`);
  }

  /** Returns these subjects' keys. Queries at most once, and only for keys that are not cached. */
  async of(tenant: string, subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>> {
    return (await this.ofTenants([{ tenant, subjects }]))[0]!;
  }

  /** Returns the keys of several tenants in one query: one result per entry. */
  async ofTenants(
    wanted: readonly { readonly tenant: string; readonly subjects: Iterable<string> }[],
  ): Promise<readonly ReadonlyMap<string, KeyObject | null>[]> {
    const missing: (KeyName & { readonly keys: Map<string, KeyObject | null> })[] = [];
    const answers = wanted.map(({ tenant, subjects }) => {
      const keys = new Map<string, KeyObject | null>();
      for (const subject of subjects) {
        const key = this.known(tenant, subject);
        if (key === undefined) missing.push({ tenant, subject, keys });
        keys.set(subject, key === undefined || key === DESTROYED ? null : key);
      }
      return keys;
    });
    if (missing.length > 0) {
      const found = Map.groupBy(await this.#fetch(missing), ({ tenant }) => tenant);
      const wrappedOf = new Map(
        [...found].map(([tenant, rows]) => [tenant, new Map(rows.map(({ subject, wrapped }) => [subject, wrapped]))]),
      );
      const isPassing = missing.length > MAX_REMEMBERED;
      for (const { tenant, subject, keys } of missing) {
        const wrapped = wrappedOf.get(tenant)?.get(subject);
        if (wrapped !== undefined)
          keys.set(
            subject,
            isPassing
              ? wrapped && this.#sealing.unwrap({ tenant, subject }, wrapped)
              : this.unwrap(tenant, subject, wrapped),
          );
      }
    }
    return answers;
  }
}
