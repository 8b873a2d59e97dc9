import type { KeyObject } from 'node:crypto';
import type { Subject } from './subjects.ts';

/**
 * The keys that seal personal data, one for each subject, beside the log: an append makes those that it needs.
 * Destroying one erases what it sealed, in the log, its copies and whatever is folded from it anew; the chain stays.
 */
export interface KeyVault {
  /** The keys of subjects, by the guids of `subjectOf`; null where there is none or it was destroyed. At most a second old. */
  keysOf(tenant: string, subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>>;

  /**
   * Destroys a subject's key: what it sealed reads as erased, here at once and in other processes within a second.
   * A person's is never made again: what is written of them later is kept as erased, also of one who had no key yet.
   * An incident's text gets a new key with the next text; what another process writes within that second may still read as erased.
   * Whether a legal hold forbids it is for the caller to know.
   * @returns whether there was a key.
   */
  eraseSubject(tenant: string, subject: Subject): Promise<boolean>;
}
