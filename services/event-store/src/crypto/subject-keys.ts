import type { KeyObject } from 'node:crypto';
import { RecentEntries } from '../port/recent-entries.ts';
import { DESTROYED, type KeyName, type Sealing } from './sealing.ts';

/** Reads wrapped keys from where they are kept; one that was destroyed for good is wrapped no more, an unknown one is not among the answers. */
export type FetchSubjectKeys = (
  wanted: readonly KeyName[],
) => Promise<readonly (KeyName & { readonly wrapped: Buffer | null })[]>;

/** A key, or that it was destroyed for good, or null for a subject that has none. */
export type KnownKey = KeyObject | typeof DESTROYED | null;

const CAPACITY = 10_000;
const MAX_AGE_MS = 1_000;
/** A page with more new subjects belongs to somebody who goes through the log; its keys would push out those in use. */
const MAX_REMEMBERED = 500;

interface Entry {
  readonly key: KnownKey;
  /** As text: a small buffer would keep the large one alive that it is a part of. */
  readonly wrapped: string | null;
  readonly since: number;
}

const textOf = (wrapped: Buffer): string => wrapped.toString('latin1');

/**
 * The keys of subjects, kept for at most a second: an erasure anywhere is seen everywhere within that time.
 * `null` stands for a subject that has no key.
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

  /** What is known right now, without asking: undefined when nothing is. */
  known(tenant: string, subject: string): KnownKey | undefined {
    const entry = this.#entries.get(`${tenant}/${subject}`);
    return entry && this.#now() - entry.since < MAX_AGE_MS ? entry.key : undefined;
  }

  /** Notes what was just seen to be stored; without a wrapped key, that there is none. */
  remember(tenant: string, subject: string, key: KnownKey, wrapped: Buffer | null): void {
    this.#keep(`${tenant}/${subject}`, key, wrapped);
  }

  #keep(name: string, key: KnownKey, wrapped: Buffer | null): void {
    const now = this.#now();
    this.#entries.set(name, { key, wrapped: wrapped && textOf(wrapped), since: now }, now);
  }

  /** Takes over what was just read along with something else; nothing wrapped stands for a key that was destroyed for good. */
  unwrap(tenant: string, subject: string, wrapped: Buffer | null): KeyObject | null {
    const name = `${tenant}/${subject}`;
    if (wrapped === null) {
      this.#keep(name, DESTROYED, null);
      return null;
    }
    const entry = this.#entries.get(name);
    const key =
      entry?.key && entry.key !== DESTROYED && entry.wrapped === textOf(wrapped)
        ? entry.key
        : this.#sealing.unwrap({ tenant, subject }, wrapped);
    this.#keep(name, key, wrapped);
    return key;
  }

  forget(tenant: string, subject: string): void {
    this.#entries.delete(`${tenant}/${subject}`);
  }

  /** The keys of these subjects; asks at most once, and only for those that are not known. */
  async of(tenant: string, subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>> {
    return (await this.ofTenants([{ tenant, subjects }]))[0]!;
  }

  /** The same for several tenants together: one answer for each entry. */
  async ofTenants(
    wanted: readonly { readonly tenant: string; readonly subjects: Iterable<string> }[],
  ): Promise<readonly ReadonlyMap<string, KeyObject | null>[]> {
    const missing: (KeyName & { readonly keys: Map<string, KeyObject | null> })[] = [];
    const answers = wanted.map(({ tenant, subjects }) => {
      const keys = new Map<string, KeyObject | null>();
      for (const subject of subjects) {
        const key = this.known(tenant, subject);
        if (key === undefined) missing.push({ tenant, subject, keys });
        keys.set(subject, key === DESTROYED ? null : (key ?? null));
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
        else if (!isPassing) this.remember(tenant, subject, null, null);
      }
    }
    return answers;
  }
}
