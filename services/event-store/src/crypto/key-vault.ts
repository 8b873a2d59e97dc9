import type { KeyObject } from 'node:crypto';
import type { Subject } from './subjects.ts';

/**
 * Holds the keys that seal personal data, one per subject, outside the log. An append creates the keys that it needs.
 * Destroying a key erases what it sealed, in the log, its copies and everything folded from it later; the hash chain
 * stays valid.
 */
export interface KeyVault {
  /** Returns subjects' keys, by the guids of `subjectOf`; null if missing or destroyed. At most a second old. */
  keysOf(tenant: string, subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>>;

  /**
   * Destroys a subject's key: what it sealed reads as erased, in this process at once and in others within a second. A
   * person's key is never created again: later data about them is stored as erased, even if they had no key yet. An
   * incident's text gets a new key with its next text; text that another process writes within that second may still
   * read as erased. The caller checks legal holds.
   * @returns whether there was a key.
   */
  eraseSubject(tenant: string, subject: Subject): Promise<boolean>;
}
