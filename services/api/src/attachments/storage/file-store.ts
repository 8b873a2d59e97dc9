import type { Readable } from 'node:stream';

/** Stores the sealed bytes of files. A key consists of letters, digits, hyphens and one slash. */
export interface FileStore {
  /**
   * Stores content, replacing the previous one; durable when it resolves. On an error nothing is stored under the key.
   */
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Does the same with a local file, which may be moved. @throws when the file does not exist. */
  take(key: string, path: string): Promise<void>;
  /** All bytes, or those from `from` until before `to`; null for an unknown key. */
  get(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable | null>;
  /** Unknown keys are ignored. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<{ readonly key: string; readonly bytes: number; readonly changedAt: Date }>;
}
