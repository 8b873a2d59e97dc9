import type { KeyObject } from 'node:crypto';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { fileNameErased, personErased } from '@plimsoll/contracts/privacy/events';
import type { EventBody } from '../port/event-body.ts';
import type { Position, StreamId } from '../port/event-store.ts';
import { opens, sealedSubjects, type Sealing } from '../crypto/sealing.ts';

type PersonErased = EventOf<typeof personErased>;
type FileNameErased = EventOf<typeof fileNameErased>;

/** Whether an erasure leaves a subject that may get a new key: an incident's text, or the name of a file. */
const isReplaceable = (erased: Partial<PersonErased['data'] & FileNameErased['data']>): boolean =>
  erased.kind === 'INCIDENT_TEXT' || erased.attachmentGuid !== undefined;

/** A subject's key as it is stored: wrapped by SEALING_KEY, or null after it was destroyed permanently. */
export interface StoredKey {
  readonly subject: string;
  readonly wrapped: Buffer | null;
}

/** Reads the stored keys of one tenant's subjects. */
export interface StoredKeys {
  of(subjects: readonly string[]): Promise<readonly StoredKey[]>;
  /** Returns up to `limit` keys after a subject, ordered by subject. */
  after(subject: string | null, limit: number): Promise<readonly StoredKey[]>;
}

/** The first position where a log and its keys contradict each other. */
export interface KeyError {
  readonly position: Position;
  readonly reason: string;
}

const PAGE = 5_000;

/**
 * Verifies the subject keys of a log. Each key must be unwrapped by SEALING_KEY for its own tenant and subject, and
 * open something that was sealed for that subject. A key is missing if and only if the log records its erasure.
 */
export class WalkedKeys {
  readonly #tenant: string;
  readonly #sealing: Pick<Sealing, 'unwrap'>;
  readonly #stored: StoredKeys;
  /** Position of the first event that mentions each subject. */
  readonly #named = new Map<string, Position>();
  readonly #hasText = new Set<string>();
  /** Position where a subject's key first opened something, and that key. */
  readonly #opened = new Map<string, { readonly at: Position; readonly wrapped: Buffer }>();
  /** Position of each subject's last recorded erasure, and whether it is permanent. */
  readonly #erased = new Map<string, { readonly at: Position; readonly isForGood: boolean }>();
  /** Sealed texts of the current page. */
  #texts: { readonly subject: string; readonly text: string; readonly position: Position }[] = [];

  constructor(tenant: string, sealing: Pick<Sealing, 'unwrap'>, stored: StoredKeys) {
    this.#tenant = tenant;
    this.#sealing = sealing;
    this.#stored = stored;
  }

  /** Records what an event says about subjects and erasures. */
  take(position: Position, stream: StreamId, text: string, { data, sealed }: EventBody): void {
    if (stream.kind === 'erasure')
      this.#erased.set(stream.guid, {
        at: position,
        isForGood: !isReplaceable(data as object),
      });
    const subjects = new Set<string>();
    sealedSubjects(text, subjects);
    for (const subject of subjects) if (!this.#named.has(subject)) this.#named.set(subject, position);
    for (const [subject, text] of Object.entries(sealed ?? {})) {
      this.#hasText.add(subject);
      if (!this.#opened.has(subject)) this.#texts.push({ subject, text, position });
    }
  }

  /** Tries the keys of the page's subjects that have not opened anything yet. */
  async endPage(): Promise<void> {
    const texts = this.#texts;
    this.#texts = [];
    if (texts.length === 0) return;
    const stored = await this.#stored.of([...new Set(texts.map(({ subject }) => subject))]);
    const keys = new Map(stored.map((row) => [row.subject, { wrapped: row.wrapped, key: this.#unwrapped(row) }]));
    for (const { subject, text, position } of texts) {
      const { wrapped, key } = keys.get(subject) ?? {};
      if (wrapped && key && !this.#opened.has(subject) && opens(key, { tenant: this.#tenant, subject }, text))
        this.#opened.set(subject, { at: position, wrapped });
    }
  }

  /** Returns the first error, once the log was read to its end. */
  async error(end: Position): Promise<KeyError | undefined> {
    const withoutKey = new Set(this.#named.keys());
    const destroyed: string[] = [];
    let keys = 0;
    for (
      let page = await this.#stored.after(null, PAGE);
      page.length > 0;
      page = page.length < PAGE ? [] : await this.#stored.after(page.at(-1)!.subject, PAGE)
    ) {
      for (const row of page) {
        const { subject, wrapped } = row;
        const position = this.#named.get(subject) ?? end;
        if (wrapped === null) {
          destroyed.push(subject);
          continue;
        }
        keys++;
        withoutKey.delete(subject);
        const erased = this.#erased.get(subject);
        if (erased && (erased.isForGood || this.#opensBefore(erased.at, subject, wrapped)))
          return {
            position: erased.at,
            reason: `the key of subject ${subject} still stands, though this event says that it was erased`,
          };
        if (this.#opened.has(subject)) continue;
        if (!this.#unwrapped(row))
          return {
            position,
            reason: `the key of subject ${subject} was altered or is another's: SEALING_KEY does not open it`,
          };
        if (this.#hasText.has(subject))
          return { position, reason: `the key of subject ${subject} opens nothing that was sealed for it` };
      }
    }
    const unrecorded = [...new Set([...withoutKey, ...destroyed])].filter((subject) => !this.#erased.has(subject));
    if (unrecorded.length > 0) {
      const more = unrecorded.length > 1 ? `; and ${unrecorded.length - 1} more` : '';
      return {
        position: this.#named.get(unrecorded[0]!) ?? end,
        reason: `the key of subject ${unrecorded[0]} is gone, and no event says that it was erased${more}`,
      };
    }
    return end === 0 && keys > 0
      ? { position: 1, reason: `nothing is left of the log, but the keys of ${keys} subjects are there` }
      : undefined;
  }

  /**
   * Whether the key was in use before a position. An incident's text may get a new key after its erasure, which opens
   * nothing older.
   */
  #opensBefore(position: Position, subject: string, wrapped: Buffer): boolean {
    const opened = this.#opened.get(subject);
    return opened !== undefined && opened.at < position && opened.wrapped.equals(wrapped);
  }

  #unwrapped({ subject, wrapped }: StoredKey): KeyObject | undefined {
    if (wrapped === null) return undefined;
    try {
      return this.#sealing.unwrap({ tenant: this.#tenant, subject }, wrapped);
    } catch {
      return undefined;
    }
  }
}
